import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { fillPlaceholders, systemValues, type Values } from "../lib/placeholders.ts";
import { pick } from "../lib/texts.ts";
import type { Badge, DoorType, SignedIn } from "./contract.ts";
import type { Desk, WholeDoor } from "./door.ts";
import { findHostByName, findNotified, type Visited } from "./store.ts";
import { badgeToken, pageLink } from "./tokens.ts";

type Visit = Record<string, unknown>;
type Type = Static<typeof DoorType>;

/** Hosts are not told of what happened longer ago (docs/decisions/0021-notifications.md). */
const NEWS_MS = 60 * 60_000;

const text = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
const optional = <K extends string, T>(key: K, value: T | undefined) =>
  (value === undefined ? {} : { [key]: value }) as Partial<Record<K, T>>;

const valuesOf = (visit: Visit): Values =>
  Object.fromEntries(
    Object.entries(visit).filter(
      (pair): pair is [string, string | number | boolean] =>
        typeof pair[1] === "string" || typeof pair[1] === "number" || typeof pair[1] === "boolean",
    ),
  );

/** A message of a visit type in the visitor's language, its placeholders filled (decisions 4). */
export const messageOf = (
  texts: Type["welcome_message"] | undefined,
  visit: Visit,
  { door, host, now }: { door: WholeDoor; host: Visited | undefined; now: number },
): string | undefined => {
  const { default_language, timezone } = door.location;
  const template = pick(texts ?? {}, { asked: text(visit["language_id"]), fallback: default_language });
  if (template === undefined) return undefined;
  const values = { ...valuesOf(visit), telephone_number: host?.telephone_number, ...systemValues(now, timezone) };
  return text(fillPlaceholders(template, values).trim());
};

const nameOf = ({ first_name, last_name }: Visit): string =>
  [text(first_name), text(last_name)].filter((part) => part !== undefined).join(" ");

const badgeOf = (visit: Visit, door: WholeDoor, type: Type, photo: boolean): Static<typeof Badge> => {
  const languages = { asked: text(visit["language_id"]), fallback: door.location.default_language };
  const number = visit["visitor_number"];
  return {
    name: nameOf(visit),
    ...optional("company", text(visit["company"])),
    ...optional("host", text(visit["recipient"])),
    ...optional("visit_type", pick(type.name, languages)),
    ...(typeof number === "number" ? { visitor_number: number } : {}),
    location: door.location.name,
    photo,
  };
};

/** Whether a mail or SMS to the host goes out: wanted by the type, with an address, and something to send it with. */
const isHostTold = async (act: Act, location: string, visit: Visit, host: Visited | undefined): Promise<boolean> => {
  const { smtpUrl, smsGateway } = act.context.config;
  if (act.now - Date.parse(String(visit["signed_in"])) > NEWS_MS) return false;
  const wanted = { email_in: true, sms_in: true, ...(await findNotified(act.db, location, text(visit["visit_type"]))) };
  const mail = wanted.email_in && text(visit["recipient_mail"]) !== undefined && smtpUrl !== undefined;
  return mail || (wanted.sms_in && typeof host?.mobile === "string" && smsGateway !== undefined);
};

/** Keys of a visit that say nothing of the visitor. */
const OPEN: ReadonlySet<string> = new Set([
  "_id",
  "signed_in",
  "signed_out",
  "approval",
  "visit_type",
  "language_id",
  "visitor_number",
]);

/**
 * What of a visit the page may show. Where a name alone was typed, nothing that was not typed there: it may be somebody else who
 * stands there.
 * @param typed names of the answers that were given, where that is so
 */
export const visiblePart = (visit: Visit, typed: ReadonlySet<string> | undefined): Visit =>
  typed === undefined
    ? visit
    : Object.fromEntries(Object.entries(visit).filter(([key]) => OPEN.has(key) || typed.has(key)));

/** What the done screen shows of a visit. @param typed as of `visiblePart`; then the token opens nothing, either */
export const signedInAnswer = async (
  act: Act,
  desk: Desk,
  door: WholeDoor,
  { visit, typed }: { visit: Visit; typed: ReadonlySet<string> | undefined },
): Promise<Static<typeof SignedIn>> => {
  const { location } = desk;
  const shown = visiblePart(visit, typed);
  const type = door.visit_types.find(({ _id }) => _id === visit["visit_type"]);
  const recipient = text(visit["recipient"]);
  const host = recipient === undefined ? undefined : await findHostByName(act.db, location, recipient);
  const signedIn = String(visit["signed_in"]);
  const badged = { location, visit: String(visit["_id"]), kind: typed === undefined ? "badge" : "exit" } as const;
  const token = badgeToken(act.context.secretKey, badged, signedIn, door.settings.retention_days ?? null);
  const approval = visit["approval"];
  const known = "recipient" in shown ? host : undefined;
  return {
    token,
    code: pageLink(act.context.config, "b", token),
    signed_in: signedIn,
    ...optional("first_name", text(shown["first_name"])),
    ...optional("host", text(shown["recipient"])),
    host_told: await isHostTold(act, location, visit, host),
    ...(approval === "pending" || approval === "approved" || approval === "rejected" ? { approval } : {}),
    ...optional("message", messageOf(type?.welcome_message, shown, { door, host: known, now: Date.parse(signedIn) })),
    welcome_seconds: door.settings.welcome_seconds,
    ...(type?.badge === true ? { badge: badgeOf(shown, door, type, visit["photo"] !== undefined) } : {}),
  };
};
