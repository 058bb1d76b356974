import { optional, textOrUndefined } from "../../platform/lib/record/optional.ts";
import { findPhoneCountryOf } from "../../resources/messages/sms-settings.ts";
import { hostAddresses } from "../../platform/channels/channels.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { systemValues } from "../../platform/lib/record/system-values.ts";
import { fillPlaceholders, type PlaceholderValues } from "../../../shared/text/placeholders.ts";
import { pickText } from "../../platform/lib/text/texts.ts";
import type { Badge, DoorType, SignedIn } from "./contract.ts";
import { NEWS_MS } from "../../jobs/notifications/notices.ts";
import type { SignInPoint, WholeDoor } from "./door.ts";
import { type Fields, showsAllFields, NO_FIELDS, type VisitRecognition } from "./visit-recognition.ts";
import { findHostByName, findHostNotifications, type HostContact } from "./store.ts";
import { badgeCode } from "../../platform/auth/badge-code.ts";
import { answerToken, badgeToken, pageLink } from "../../platform/auth/visitor-tokens.ts";

type Visit = Record<string, unknown>;
type Type = Static<typeof DoorType>;

const valuesOf = (visit: Visit): PlaceholderValues =>
  Object.fromEntries(
    Object.entries(visit).filter(
      (pair): pair is [string, string | number | boolean] =>
        typeof pair[1] === "string" || typeof pair[1] === "number" || typeof pair[1] === "boolean",
    ),
  );

/** A message of a visit type in the visitor's language, with its placeholders filled in (rules 4). */
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

/** Whether the host is notified: the visit type wants it, and the host has an address in a channel that is on. */
const isHostTold = async (
  ctx: RequestContext,
  location: string,
  visit: Visit,
  host: HostContact | undefined,
): Promise<boolean> => {
  if (ctx.now - Date.parse(String(visit["signed_in"])) > NEWS_MS) return false;
  const flags = await findHostNotifications(ctx.db, location, textOrUndefined(visit["visit_type"]));
  const reached = hostAddresses(
    "in",
    { ...host?.doc, mail: visit["recipient_mail"] },
    flags,
    await findPhoneCountryOf(ctx.db, location),
  );
  return reached.some(({ kind }) => ctx.context.config.channels[kind] !== undefined);
};

/** Keys of a visit that say nothing about the visitor. */
const OPEN: ReadonlySet<string> = new Set([
  "_id",
  "signed_in",
  "signed_out",
  "approval",
  "visit_type",
  "language_id",
  "visitor_number",
]);

/** The part of a visit that a response may show: these fields, and those that say nothing about the visitor. */
export const visiblePart = (visit: Visit, fields: Fields): Visit =>
  showsAllFields(fields)
    ? visit
    : Object.fromEntries(Object.entries(visit).filter(([key]) => OPEN.has(key) || fields.includes(key)));

/** The inputs of a sign-in's response. */
export type SignedInVisit = {
  visit: Visit;
  recognition: VisitRecognition;
  /** The answers typed in this request, by field. */
  typed: Visit;
  /** Whether the request comes from where the visit was made: the visitor's own phone, or a kiosk. */
  own: boolean;
};

/**
 * The fields that the page may show. If only a name was given, nothing of the visit itself, which has data of the
 * registered visitor: of the fields typed at the sign-in, the values in this request.
 */
const shownPart = ({ visit, recognition: { shown }, typed }: SignedInVisit): Visit =>
  showsAllFields(shown)
    ? visit
    : { ...visiblePart(visit, NO_FIELDS), ...Object.fromEntries(shown.map((field) => [field, typed[field]])) };

/**
 * The code that signs the visit out; on the visitor's own phone, also the link to their own data. A kiosk prints the
 * code, a phone stores it.
 */
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
  if (point.source === 1) {
    const waits = visit["approval"] === "pending";
    const page = waits ? pageLink(config, "w", answerToken(secretKey, subject, String(visit["signed_in"]))) : undefined;
    return { token, code: badgeCode(secretKey, subject, ...term), ...optional("answer_page", page) };
  }
  const opens = own && showsAllFields(recognition.shown);
  return { token, code: pageLink(config, "b", token), ...(opens ? { data: pageLink(config, "b", make("data")) } : {}) };
};

/** The visit as the done screen shows it, for a new sign-in and for replays. */
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
  const messageInput = { door, host: await hostOf(part), now: Date.parse(at) };
  return {
    ...codesOf(ctx, point, door, signedIn),
    signed_in: at,
    ...optional("first_name", textOrUndefined(part["first_name"])),
    ...optional("host", textOrUndefined(part["recipient"])),
    host_told: await isHostTold(ctx, location, visit, await hostOf(visit)),
    ...(approval === "pending" || approval === "approved" || approval === "rejected" ? { approval } : {}),
    ...optional("message", messageOf(type?.welcome_message, part, messageInput)),
    welcome_seconds: door.settings.welcome_seconds,
    ...(type?.badge === true ? { badge: badgeOf(part, door, type, part["photo"] !== undefined) } : {}),
  };
};
