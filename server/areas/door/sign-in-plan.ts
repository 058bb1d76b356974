import { type ShownAgreement, validSignatures } from "../../resources/agreements/signing.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { parsePhoto } from "../../platform/lib/text/picture.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { type Arrival, findArrival, missingName } from "../../resources/registered-visitors/arriving-visitor.ts";
import { type AnswersByName, checkAnswers, documentedFields, wrongAnswer } from "./answers.ts";
import type { DoorType, SignInInput } from "./contract.ts";
import { agreementsFor, type SignInPoint, readWhole, versionOf, type WholeDoor } from "./door.ts";
import { signedBefore } from "./recognise.ts";
import { checkAsShown, shownAsOf } from "./signed-agreements.ts";
import { findRecord } from "../../resources/visits/visits.ts";
import { findHostById, findHostByName, type HostContact } from "./store.ts";
import { readRecognition, type Recognition } from "../../platform/auth/visitor-tokens.ts";
import { actualTime, queueTimesOf } from "./queue-times.ts";

export type SignInBody = Static<typeof SignInInput>;
type Type = Static<typeof DoorType>;

/** A checked sign-in, ready to be written. */
export type SignInPlan = {
  door: WholeDoor;
  type: Type | undefined;
  /** Milliseconds since 1970, by our clock. */
  at: number;
  how: Recognition["how"] | undefined;
  /** The registered visitor whose visit it is. */
  registeredId: string | undefined;
  /** The earlier visit whose badge was shown. */
  badge: string | undefined;
  answers: AnswersByName;
  host: HostContact | undefined;
  shown: ShownAgreement[];
  signature: string | undefined;
  photo: string | undefined;
};

/** The inputs of a plan. */
type PlanInput = {
  ctx: RequestContext;
  point: SignInPoint;
  input: SignInBody;
  door: WholeDoor;
  clock: LocationClock;
  at: number;
  strict: boolean;
  /** Whether the host must still exist: the version of the door does not include hosts. */
  strictHost: boolean;
};

type RecognisedVisitor = {
  how: Recognition["how"] | undefined;
  arrival: Arrival | undefined;
  badge?: string;
  signed: readonly string[];
};

const UNRECOGNISED: RecognisedVisitor = { how: undefined, arrival: undefined, signed: [] };

const readRecognised = async ({
  ctx,
  point,
  input,
  door,
  clock,
  at,
  strict,
}: PlanInput): Promise<RecognisedVisitor> => {
  if (input.recognition === undefined) return UNRECOGNISED;
  const recognition = readRecognition(ctx.context, input.recognition, at);
  if (recognition === undefined || recognition.location !== point.location) {
    if (strict) throw wrongAnswer("recognition", "has expired. Scan the code or enter the name again.");
    return UNRECOGNISED;
  }
  if (recognition.how === "badge") {
    const visit = await findRecord(ctx, point.location, recognition.id);
    const registered = visit?.["known_visitor_id"];
    const of = typeof registered === "string" ? { registered } : { visit: recognition.id };
    return {
      ...UNRECOGNISED,
      how: "badge",
      badge: recognition.id,
      signed: await validSignatures(ctx, point.location, of),
    };
  }
  const arrival = await findArrival(ctx, clock, recognition.id);
  if (arrival === undefined) return UNRECOGNISED;
  const signed = recognition.how === "code" ? await signedBefore(ctx, point.location, door, arrival) : [];
  return { how: recognition.how, arrival, signed };
};

const typeOf = ({ input, door, strict }: PlanInput, arrival: Arrival | undefined): Type | undefined => {
  const { visit_types } = door;
  const asked = input.visit_type ?? arrival?.known["visit_type"];
  const only = visit_types.length === 1 ? visit_types[0] : undefined;
  const type = asked === undefined ? only : visit_types.find(({ _id }) => _id === asked);
  if (type === undefined && strict)
    throw wrongAnswer("visit_type", "must be the ID of an active visit type. GET /door lists them.");
  return type;
};

const hostOf = async (
  { ctx, point, input, door, strictHost }: PlanInput,
  recipient: unknown,
): Promise<HostContact | undefined> => {
  if (input.host !== undefined) {
    const host = await findHostById(ctx.db, point.location, input.host);
    if (host === undefined && strictHost)
      throw wrongAnswer("host", "must be the ID of a host at this location. GET /hosts finds them.");
    if (host !== undefined) return host;
  }
  if (typeof recipient !== "string") return undefined;
  const host = await findHostByName(ctx.db, point.location, recipient);
  if (host === undefined && door.settings.hosts_must_be_valid && strictHost)
    throw wrongAnswer("recipient", "must be the full name of a host. GET /hosts finds them.");
  return host;
};

const isPicture = (text: string): boolean => parsePhoto(text) !== undefined;

const photoFor = (
  { input, strict }: PlanInput,
  type: Type | undefined,
  { how, arrival }: RecognisedVisitor,
): string | undefined => {
  if (type?.photo === "off") return undefined;
  if (input.photo !== undefined && !isPicture(input.photo)) {
    if (strict) throw wrongAnswer("photo", "must be a JPEG, PNG, WebP or GIF image.");
    return undefined;
  }
  const before = how === "code" ? (arrival?.before?.photo ?? undefined) : undefined;
  if (input.photo === undefined && before === undefined && type?.photo === "required" && strict)
    throw wrongAnswer("photo", "is required.");
  return input.photo;
};

/** The agreements to be signed now: those of the visit type, without those signed before. */
const checkSigned = (
  { input, door, strict }: PlanInput,
  type: Type | undefined,
  { signed, arrival }: RecognisedVisitor,
): void => {
  if (!strict) return;
  const sent = input.agreements ?? [];
  checkAsShown(door.agreements, sent, "GET /door");
  const signedNow = new Set(sent.map(({ _id }) => _id));
  const missing = agreementsFor(type, arrival?.known["group_id"] !== undefined).find(
    (id) => !signedNow.has(id) && !signed.includes(id),
  );
  if (missing !== undefined)
    throw wrongAnswer("agreements", `is missing an agreement that must be signed: ${missing}.`);
};

const signatureFor = ({ input, strict }: PlanInput, type: Type | undefined): string | undefined => {
  const { signature, signed_name } = input;
  if (signature !== undefined && !isPicture(signature)) {
    if (strict) throw wrongAnswer("signature", "must be a PNG or JPEG image.");
    return undefined;
  }
  const signs = (input.agreements ?? []).length > 0 || type?.signature === "required";
  if (signs && signature === undefined && signed_name === undefined && strict)
    throw wrongAnswer("signature", "is required: either a drawing, or the full name in signed_name.");
  return type?.signature === "off" && !signs ? undefined : signature;
};

const shownOf = ({ input, at }: PlanInput, signature: string | undefined): ShownAgreement[] => {
  const once = new Map((input.agreements ?? []).map((one) => [one._id, one]));
  return [...once.values()].map((one) => ({
    _id: one._id,
    version: one.version,
    shownAs: shownAsOf(one),
    language_id: input.language_id ?? null,
    signature: signature ?? null,
    typed: signature === undefined ? (input.signed_name ?? null) : null,
    signedAt: iso(at),
  }));
};

/**
 * Fields that the registered visitor has answered already. If the visitor names no host, the inviting host remains; who
 * is registered with one name isn't asked for another.
 */
const answered = ({ arrival }: RecognisedVisitor): ReadonlySet<string> => {
  const missing = arrival && missingName(arrival.known);
  return new Set([...Object.keys(arrival?.known ?? {}), ...(missing === undefined ? [] : [missing])]);
};

/**
 * Checks a sign-in against the location's current settings (rules 4: required and typed answers are enforced). A
 * sign-in made offline with questions that have changed since is accepted as it is: the visitor went in long ago.
 * Errors: `400` with `field`.
 */
export const planSignIn = async (ctx: RequestContext, point: SignInPoint, input: SignInBody): Promise<SignInPlan> => {
  const { door, clock } = await readWhole(ctx, point);
  const queued = queueTimesOf(point, input);
  const strict = queued === undefined || input.version === versionOf(door);
  const planInput: PlanInput = {
    ctx,
    point,
    input,
    door,
    clock,
    at: actualTime(queued, ctx.now),
    strict,
    strictHost: queued === undefined,
  };
  const recognised = await readRecognised(planInput);
  const type = typeOf(planInput, recognised.arrival);
  const answers = checkAnswers(type?.fields ?? documentedFields, input.answers, strict, answered(recognised));
  const host = await hostOf(planInput, answers["recipient"]);
  checkSigned(planInput, type, recognised);
  const signature = signatureFor(planInput, type);
  return {
    door,
    type,
    at: planInput.at,
    how: recognised.how,
    registeredId: recognised.arrival?.id,
    badge: recognised.badge,
    // A name that was typed stays as it was sent (rules 4.3).
    answers: host === undefined || input.host === undefined ? answers : { ...answers, recipient: host.cn },
    host,
    shown: shownOf(planInput, signature),
    signature,
    photo: photoFor(planInput, type, recognised),
  };
};
