import { type Shown, validSignatures } from "../agreements/signing.ts";
import type { Place } from "../auth/place.ts";
import { photoOf } from "../decisions/photo.ts";
import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { iso } from "../lib/time.ts";
import { type Arrival, findArrival } from "../registered-visitors/arrival.ts";
import { type AnswersByName, checkAnswers, documentedFields, wrongAnswer } from "./answers.ts";
import type { DoorType, SignInInput } from "./contract.ts";
import { type Desk, readWhole, versionOf, type WholeDoor } from "./door.ts";
import { findVisit, signedBefore } from "./recognise.ts";
import { findHostById, findHostByName, type Visited } from "./store.ts";
import { readRecognition, type Recognition } from "./tokens.ts";
import { doneAt, queuedAt } from "./when.ts";

export type Sent = Static<typeof SignInInput>;
type Type = Static<typeof DoorType>;

/** A sign-in that was judged and can be written. */
export type Plan = {
  door: WholeDoor;
  type: Type | undefined;
  /** Milliseconds since 1970, by our clock. */
  at: number;
  how: Recognition["how"] | undefined;
  /** The registered visitor it is a visit of. */
  known: string | undefined;
  /** The earlier visit whose badge was shown. */
  badge: string | undefined;
  answers: AnswersByName;
  host: Visited | undefined;
  shown: Shown[];
  signature: string | undefined;
  photo: string | undefined;
};

/** What a plan is made from. */
type Given = {
  act: Act;
  desk: Desk;
  sent: Sent;
  door: WholeDoor;
  clock: Place;
  at: number;
  strict: boolean;
  /** Whether a host must still be there: the version of the door says nothing of hosts. */
  strictHost: boolean;
};

type Recognised = {
  how: Recognition["how"] | undefined;
  arrival: Arrival | undefined;
  badge?: string;
  signed: readonly string[];
};

const NOBODY: Recognised = { how: undefined, arrival: undefined, signed: [] };

const recognised = async ({ act, desk, sent, door, clock, at, strict }: Given): Promise<Recognised> => {
  if (sent.recognition === undefined) return NOBODY;
  const found = readRecognition(act.context, sent.recognition, at);
  if (found === undefined || found.location !== desk.location) {
    if (strict) throw wrongAnswer("recognition", "has ended; scan the code or type the name again.");
    return NOBODY;
  }
  if (found.how === "badge") {
    const visit = await findVisit(act, desk.location, found.id);
    const known = visit?.["known_visitor_id"];
    const of = typeof known === "string" ? { known } : { visit: found.id };
    return { ...NOBODY, how: "badge", badge: found.id, signed: await validSignatures(act, desk.location, of) };
  }
  const arrival = await findArrival(act, clock, found.id);
  if (arrival === undefined) return NOBODY;
  const signed = found.how === "code" ? await signedBefore(act, desk.location, door, arrival) : [];
  return { how: found.how, arrival, signed };
};

const typeOf = ({ sent, door, strict }: Given, arrival: Arrival | undefined): Type | undefined => {
  const { visit_types } = door;
  const asked = sent.visit_type ?? arrival?.known["visit_type"];
  const only = visit_types.length === 1 ? visit_types[0] : undefined;
  const type = asked === undefined ? only : visit_types.find(({ _id }) => _id === asked);
  if (type === undefined && strict)
    throw wrongAnswer("visit_type", "must be the id of an active visit type; GET /door lists them.");
  return type;
};

const hostOf = async (
  { act, desk, sent, door, strictHost }: Given,
  recipient: unknown,
): Promise<Visited | undefined> => {
  if (sent.host !== undefined) {
    const host = await findHostById(act.db, desk.location, sent.host);
    if (host === undefined && strictHost)
      throw wrongAnswer("host", "must be the id of a host of this location; GET /hosts finds them.");
    if (host !== undefined) return host;
  }
  if (typeof recipient !== "string") return undefined;
  const host = await findHostByName(act.db, desk.location, recipient);
  if (host === undefined && door.settings.hosts_must_be_valid && strictHost)
    throw wrongAnswer("recipient", "must be the full name of a host; GET /hosts finds them.");
  return host;
};

const isPicture = (text: string): boolean => photoOf(text) !== undefined;

const photoFor = (
  { sent, strict }: Given,
  type: Type | undefined,
  { how, arrival }: Recognised,
): string | undefined => {
  if (type?.photo === "off") return undefined;
  if (sent.photo !== undefined && !isPicture(sent.photo)) {
    if (strict) throw wrongAnswer("photo", "must be a JPEG, PNG, WebP or GIF picture.");
    return undefined;
  }
  const before = how === "code" ? (arrival?.before?.photo ?? undefined) : undefined;
  if (sent.photo === undefined && before === undefined && type?.photo === "required" && strict)
    throw wrongAnswer("photo", "is required.");
  return sent.photo;
};

/** Those that must be signed now: asked by the type, and not signed before. */
const checkSigned = ({ sent, door, strict }: Given, type: Type | undefined, signed: readonly string[]): void => {
  if (!strict) return;
  const versions = new Map(door.agreements.map(({ _id, version }) => [_id, version]));
  const given = new Map((sent.agreements ?? []).map(({ _id, version }) => [_id, version]));
  for (const [id, version] of given)
    if (versions.get(id) !== version)
      throw wrongAnswer("agreements", "names one that is not asked or has changed since; read GET /door again.");
  const missing = (type?.agreements ?? []).find((id) => !given.has(id) && !signed.includes(id));
  if (missing !== undefined) throw wrongAnswer("agreements", `lacks one that must be signed: ${missing}.`);
};

const signatureFor = ({ sent, strict }: Given, type: Type | undefined): string | undefined => {
  const { signature, signed_name } = sent;
  if (signature !== undefined && !isPicture(signature)) {
    if (strict) throw wrongAnswer("signature", "must be a PNG or JPEG picture.");
    return undefined;
  }
  const signs = (sent.agreements ?? []).length > 0 || type?.signature === "required";
  if (signs && signature === undefined && signed_name === undefined && strict)
    throw wrongAnswer("signature", "is required: a drawing, or the name typed out as signed_name.");
  return type?.signature === "off" && !signs ? undefined : signature;
};

const shownOf = ({ sent, at }: Given, signature: string | undefined): Shown[] => {
  const once = new Map((sent.agreements ?? []).map((one) => [one._id, one]));
  return [...once.values()].map(({ _id, version }) => ({
    _id,
    version,
    language_id: sent.language_id ?? null,
    signature: signature ?? null,
    typed: signature === undefined ? (sent.signed_name ?? null) : null,
    signedAt: iso(at),
  }));
};

/** Fields a registered visitor has an answer to. The host stays the inviter's when the visitor names none. */
const answered = ({ arrival }: Recognised): ReadonlySet<string> => new Set(Object.keys(arrival?.known ?? {}));

/**
 * Judges a sign-in by what the location asks now (decisions 4: required and typed answers are enforced). What was done without
 * network, by questions that have changed since, is taken as it is: the visitor has long gone in. Errors: `400` with `field`.
 */
export const planOf = async (act: Act, desk: Desk, sent: Sent): Promise<Plan> => {
  const { door, clock } = await readWhole(act, desk);
  const queued = queuedAt(desk, sent);
  const strict = queued === undefined || sent.version === versionOf(door);
  const given: Given = {
    act,
    desk,
    sent,
    door,
    clock,
    at: doneAt(queued, act.now),
    strict,
    strictHost: queued === undefined,
  };
  const who = await recognised(given);
  const type = typeOf(given, who.arrival);
  const answers = checkAnswers(type?.fields ?? documentedFields, sent.answers, strict, answered(who));
  const host = await hostOf(given, answers["recipient"]);
  checkSigned(given, type, who.signed);
  const signature = signatureFor(given, type);
  return {
    door,
    type,
    at: given.at,
    how: who.how,
    known: who.arrival?.id,
    badge: who.badge,
    answers: host === undefined ? answers : { ...answers, recipient: host.cn },
    host,
    shown: shownOf(given, signature),
    signature,
    photo: photoFor(given, type, who),
  };
};
