import { optional, textOrUndefined } from "../../platform/lib/record/optional.ts";
import { validSignatures } from "../../resources/agreements/signing.ts";
import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { incrementCounter } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { findInvited } from "../../resources/registered-visitors/invitations/find-invited.ts";
import {
  type Arrival,
  findArrival,
  findExpected,
  missingName,
  startOfToday,
  type TypedName,
} from "../../resources/registered-visitors/arriving-visitor.ts";
import { insideWindowOn } from "../../resources/visits/lists.ts";
import { findRecord } from "../../resources/visits/visits.ts";
import { isBlank, wrongAnswer } from "./answers.ts";
import type { RecogniseAnswer } from "./contract.ts";
import { type SignInPoint, readWhole, type WholeDoor } from "./door.ts";
import { findRef } from "./references.ts";
import { visibleAmong, findVisitRecognition, showsAllFields, NO_FIELDS, BADGE_FIELDS } from "./visit-recognition.ts";
import { type Recognition, recognitionToken, extractToken } from "../../platform/auth/visitor-tokens.ts";
import { readBadge } from "./badge.ts";

type Answer = Static<typeof RecogniseAnswer>;
type Visit = Record<string, unknown>;
type RecognitionContext = { ctx: RequestContext; point: SignInPoint; door: WholeDoor; clock: LocationClock };

const UNKNOWN: Answer = { outcome: "unknown" };

/** Unknown names per kiosk within 15 minutes: more than that is guessing. */
export const UNKNOWN_NAMES_MAX = 60;

const questionsOf = ({ visit_types }: WholeDoor, id: string | undefined): readonly string[] => {
  const types = visit_types.filter(({ _id }) => id === undefined || _id === id);
  return [...new Set(types.flatMap(({ fields }) => fields.map(({ field_name }) => field_name)))];
};

/** Only answers to questions that are asked: the page needn't know anything else about the visitor. */
const answersTo = (questions: readonly string[], known: Visit): Record<string, unknown> =>
  Object.fromEntries(
    questions.filter((name) => Object.hasOwn(known, name) && !isBlank(known[name])).map((name) => [name, known[name]]),
  );

const typeOf = ({ visit_types }: WholeDoor, known: Visit): string | undefined => {
  const id = textOrUndefined(known["visit_type"]);
  return visit_types.some(({ _id }) => _id === id) ? id : undefined;
};

const spanOf = ({ from, to }: Arrival) => ({
  visiting_on: {
    ...(from === null ? {} : { startDate: from }),
    ...(to === null ? {} : { endDate: to }),
  },
});

const basics = ({ ctx, point, door }: RecognitionContext, known: Visit, recognised: Omit<Recognition, "location">) => ({
  recognition: recognitionToken(ctx.context.secretKey, { location: point.location, ...recognised }, ctx.now),
  ...optional("first_name", textOrUndefined(known["first_name"])),
  ...optional("visit_type", typeOf(door, known)),
  ...optional("language_id", textOrUndefined(known["language_id"])),
  ...(known["group_id"] === undefined || recognised.how === "badge" ? {} : { in_group: true }),
});

/** Agreements that a registered visitor has signed already, on earlier visits or before this one. */
export const signedBefore = async (
  ctx: RequestContext,
  location: string,
  door: WholeDoor,
  arrival: Arrival,
): Promise<string[]> => {
  const earlier = await validSignatures(ctx, location, { registered: arrival.id });
  const present = new Map(door.agreements.map(({ _id, version }) => [_id, version]));
  const pre = (arrival.before?.agreements ?? []).filter(({ _id, version }) => present.get(_id) === version);
  return [...new Set([...earlier, ...pre.map(({ _id }) => _id)])].filter((id) => present.has(id));
};

const byInvitation = async (at: RecognitionContext, id: string): Promise<Answer> => {
  const { ctx, point, door, clock } = at;
  const arrival = await findArrival(ctx, clock, id);
  if (arrival === undefined) return UNKNOWN;
  const first_name = optional("first_name", textOrUndefined(arrival.known["first_name"]));
  if (arrival.inside) return { outcome: "inside", ...first_name };
  if (!arrival.today) return { outcome: "not_today", ...first_name, ...spanOf(arrival) };
  const missing = missingName(arrival.known);
  return {
    outcome: "expected",
    ...basics(at, arrival.known, { how: "code", id }),
    ...(missing === undefined ? {} : { known: [missing] }),
    answers: answersTo(questionsOf(door, typeOf(door, arrival.known)), arrival.known),
    signed: await signedBefore(ctx, point.location, door, arrival),
    photo: typeof arrival.before?.photo === "string",
  };
};

/**
 * Everyone can see a badge: its code shows no more than is printed beside it, skips the agreements that were signed,
 * and shows nothing of a visit whose visitor had given only a name. @param opens false for a code that only signs out
 */
const byBadge = async (at: RecognitionContext, id: string, opens: boolean): Promise<Answer> => {
  const { ctx, point, door, clock } = at;
  const visit = await findRecord(ctx, point.location, id);
  if (visit === undefined) return UNKNOWN;
  const shows = opens && showsAllFields((await findVisitRecognition(ctx.db, point.location, id))?.shown ?? NO_FIELDS);
  const first_name = optional("first_name", textOrUndefined(visit["first_name"]));
  const since = insideWindowOn(clock, undefined, ctx.now).from;
  if (visit["signed_out"] === undefined && String(visit["signed_in"]) >= since)
    return { outcome: "inside", ...(shows ? first_name : {}) };
  if (!shows) return UNKNOWN;
  const registered = textOrUndefined(visit["known_visitor_id"]);
  const of = registered === undefined ? { visit: id } : { registered };
  return {
    outcome: "returning",
    ...basics(at, visit, { how: "badge", id }),
    answers: answersTo(visibleAmong(questionsOf(door, typeOf(door, visit)), BADGE_FIELDS), visit),
    signed: await validSignatures(ctx, point.location, of),
  };
};

/**
 * Who a code belongs to: an invitation, or the badge of an earlier visit. Codes of other locations, expired ones and
 * any other text are `unknown`.
 */
export const recognise = async (ctx: RequestContext, point: SignInPoint, code: string): Promise<Answer> => {
  const at = { ctx, point, ...(await readWhole(ctx, point)) };
  const token = extractToken(code);
  // On its day, an invitation is valid until midnight, even if the visit was to end earlier.
  const invited = await findInvited(ctx.db, ctx.context, token, startOfToday(ctx.now, at.clock));
  if (invited?.location === point.location) return byInvitation(at, invited.registeredVisitorId);
  const badge = readBadge(ctx.context, point, code, ctx.now);
  if (badge === undefined && point.source === 1) {
    // A badge printed offline shows the reference of its sign-in: it only signs out.
    const ref = await findRef(ctx.db, point, token);
    return ref?.act === "in" ? byBadge(at, ref.visit_id, false) : UNKNOWN;
  }
  if (badge === undefined || badge.ended || badge.location !== point.location) return UNKNOWN;
  return byBadge(at, badge.visit, true);
};

/**
 * Whether a visitor of this name is expected now. A name is no proof, so the page learns only the visit type and which
 * questions it can skip; agreements must be signed again. Errors: `400` without any name; `429` after too many unknown names at one kiosk.
 */
export const recogniseName = async (
  ctx: RequestContext,
  point: SignInPoint,
  typed: Partial<TypedName>,
): Promise<Answer> => {
  const { first_name = "", last_name = "" } = typed;
  if (`${first_name}${last_name}`.trim() === "") throw wrongAnswer("first_name", 'or "last_name" is required: a name.');
  const { door, clock } = await readWhole(ctx, point);
  const found = await findExpected(ctx, clock, { first_name, last_name });
  if (found === undefined) {
    // Phones are counted by address, before anything is looked up.
    if (point.source === 1)
      await incrementCounter(ctx.context.db, `names:${ctx.principal._id}`, ctx.now, UNKNOWN_NAMES_MAX);
    return UNKNOWN;
  }
  const { arrival, name } = found;
  const at = { ctx, point, door, clock };
  const { first_name: _first, ...shown } = basics(at, arrival.known, { how: "name", id: arrival.id });
  const answers = answersTo(questionsOf(door, typeOf(door, arrival.known)), arrival.known);
  const missing =
    name.first_name === undefined || name.last_name === undefined ? missingName(arrival.known) : undefined;
  return {
    outcome: "expected",
    ...shown,
    ...optional("first_name", textOrUndefined(name.first_name)),
    answers: name,
    known: [
      ...Object.keys(answers).filter((field) => field !== "first_name" && field !== "last_name"),
      ...(missing === undefined ? [] : [missing]),
    ],
  };
};
