import { optional, textOrUndefined } from "../../platform/lib/optional.ts";
import { hostAddresses } from "../../platform/channels/channels.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { systemValues } from "../../platform/lib/system-values.ts";
import { fillPlaceholders, type PlaceholderValues } from "../../../shared/placeholders.ts";
import { pickText } from "../../platform/lib/texts.ts";
import type { Badge, DoorType, SignedIn } from "./contract.ts";
import type { SignInPoint, WholeDoor } from "./door.ts";
import { type Fields, showsAllFields, NO_FIELDS, type VisitRecognition } from "./visit-recognition.ts";
import { findHostByName, findHostNotifications, type HostContact } from "./store.ts";
import { badgeCode } from "../../platform/auth/badge-code.ts";
import { badgeToken, pageLink } from "../../platform/auth/visitor-tokens.ts";

type Visit = Record<string, unknown>;
type Type = Static<typeof DoorType>;

/** Hosts are not told of what happened longer ago (docs/decisions/0021-notifications.md). */
const NEWS_MS = 60 * 60_000;

const valuesOf = (visit: Visit): PlaceholderValues =>
  Object.fromEntries(
    Object.entries(visit).filter(
      (pair): pair is [string, string | number | boolean] =>
        typeof pair[1] === "string" || typeof pair[1] === "number" || typeof pair[1] === "boolean",
    ),
  );

/** A message of a visit type in the visitor's language, its placeholders filled (rules 4). */
export const messageOf = (
  texts: Type["welcome_message"] | undefined,
  visit: Visit,
  { door, host, now }: { door: WholeDoor; host: HostContact | undefined; now: number },
): string | undefined => {
  const { default_language, timezone } = door.location;
  const template = pickText(texts ?? {}, {
    preferred: textOrUndefined(visit["language_id"]),
    fallback: default_language,
  });
  if (template === undefined) return undefined;
  const values = { ...valuesOf(visit), telephone_number: host?.telephone_number, ...systemValues(now, timezone) };
  return textOrUndefined(fillPlaceholders(template, values).trim());
};

const nameOf = ({ first_name, last_name }: Visit): string =>
  [textOrUndefined(first_name), textOrUndefined(last_name)].filter((part) => part !== undefined).join(" ");

const badgeOf = (visit: Visit, door: WholeDoor, type: Type, photo: boolean): Static<typeof Badge> => {
  const languages = { preferred: textOrUndefined(visit["language_id"]), fallback: door.location.default_language };
  const number = visit["visitor_number"];
  return {
    name: nameOf(visit),
    ...optional("company", textOrUndefined(visit["company"])),
    ...optional("host", textOrUndefined(visit["recipient"])),
    ...optional("visit_type", pickText(type.name, languages)),
    ...(typeof number === "number" ? { visitor_number: number } : {}),
    location: door.location.name,
    photo,
  };
};

/** Whether a message to the host goes out: wanted by the type, with an address, and by a channel that is on. */
const isHostTold = async (
  ctx: RequestContext,
  location: string,
  visit: Visit,
  host: HostContact | undefined,
): Promise<boolean> => {
  if (ctx.now - Date.parse(String(visit["signed_in"])) > NEWS_MS) return false;
  const flags = await findHostNotifications(ctx.db, location, textOrUndefined(visit["visit_type"]));
  const reached = hostAddresses("in", { ...host?.doc, mail: visit["recipient_mail"] }, flags);
  return reached.some(({ kind }) => ctx.context.config.channels[kind] !== undefined);
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

/** What of a visit an answer may show: the fields named, and what says nothing of the visitor. */
export const visiblePart = (visit: Visit, fields: Fields): Visit =>
  showsAllFields(fields)
    ? visit
    : Object.fromEntries(Object.entries(visit).filter(([key]) => OPEN.has(key) || fields.includes(key)));

/** What a sign-in is answered from. */
export type SignedInVisit = {
  visit: Visit;
  recognition: VisitRecognition;
  /** What this very request has typed, by field. */
  typed: Visit;
  /** Whether the request comes from where the visit was made: its own phone, or a kiosk. */
  own: boolean;
};

/**
 * What the page may show. Where a name alone was given, nothing of the visit, which has what is stored of the registered visitor:
 * of the fields that were typed at the sign-in, what this request has typed.
 */
const shownPart = ({ visit, recognition: { shown }, typed }: SignedInVisit): Visit =>
  showsAllFields(shown)
    ? visit
    : { ...visiblePart(visit, NO_FIELDS), ...Object.fromEntries(shown.map((field) => [field, typed[field]])) };

/** Signs the visit out; and, on the visitor's own phone, the link to their own data. A kiosk prints the code, a phone is sent by it. */
const codesOf = (
  ctx: RequestContext,
  point: SignInPoint,
  door: WholeDoor,
  { visit, recognition, own }: SignedInVisit,
) => {
  const { config, secretKey } = ctx.context;
  const subject = { location: point.location, visit: String(visit["_id"]) };
  const term = [String(visit["signed_in"]), door.settings.retention_days ?? null] as const;
  const make = (kind: "data" | "exit"): string => badgeToken(secretKey, { ...subject, kind }, ...term);
  const token = make("exit");
  if (point.source === 1) return { token, code: badgeCode(secretKey, subject, ...term) };
  const opens = own && showsAllFields(recognition.shown);
  return { token, code: pageLink(config, "b", token), ...(opens ? { data: pageLink(config, "b", make("data")) } : {}) };
};

/** What the done screen shows of a visit, the first time and whenever the same sign-in is sent again. */
export const signedInAnswer = async (
  ctx: RequestContext,
  point: SignInPoint,
  door: WholeDoor,
  signedIn: SignedInVisit,
): Promise<Static<typeof SignedIn>> => {
  const { location } = point;
  const { visit } = signedIn;
  const part = shownPart(signedIn);
  const type = door.visit_types.find(({ _id }) => _id === visit["visit_type"]);
  const hostOf = async (named: Visit) => {
    const recipient = textOrUndefined(named["recipient"]);
    return recipient === undefined ? undefined : findHostByName(ctx.db, location, recipient);
  };
  const at = String(visit["signed_in"]);
  const approval = visit["approval"];
  const said = { door, host: await hostOf(part), now: Date.parse(at) };
  return {
    ...codesOf(ctx, point, door, signedIn),
    signed_in: at,
    ...optional("first_name", textOrUndefined(part["first_name"])),
    ...optional("host", textOrUndefined(part["recipient"])),
    host_told: await isHostTold(ctx, location, visit, await hostOf(visit)),
    ...(approval === "pending" || approval === "approved" || approval === "rejected" ? { approval } : {}),
    ...optional("message", messageOf(type?.welcome_message, part, said)),
    welcome_seconds: door.settings.welcome_seconds,
    ...(type?.badge === true ? { badge: badgeOf(part, door, type, part["photo"] !== undefined) } : {}),
  };
};
