import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { incrementCounter } from "../../platform/auth/refusals.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { findInvited } from "../../resources/registered-visitors/invitations/find-invited.ts";
import { startOfToday } from "../../resources/registered-visitors/arriving-visitor.ts";
import { insideWindowOn } from "../../resources/visits/lists.ts";
import { findReply } from "../../resources/visits/host-replies.ts";
import { show } from "../../resources/visits/shown-answers.ts";
import { signOut as close } from "../../resources/visits/transitions.ts";
import { findRecord } from "../../resources/visits/visits.ts";
import { wrongAnswer } from "./answers.ts";
import type { readVisitState, SignedOut, SignOutInput } from "./contract.ts";
import { type SignInPoint, readWhole, type WholeDoor } from "./door.ts";
import { UNKNOWN_NAMES_MAX } from "./recognise.ts";
import { claimRef, findOwnRef, findRef, completeRef } from "./references.ts";
import {
  ALL_FIELDS,
  visibleAmong,
  type Fields,
  findVisitRecognition,
  NAME_FIELDS,
  NO_FIELDS,
  BADGE_FIELDS,
  type VisitRecognition,
} from "./visit-recognition.ts";
import { messageOf, visiblePart } from "./sign-in-answer.ts";
import * as store from "./store.ts";
import { extractToken } from "../../platform/auth/visitor-tokens.ts";
import { readBadge } from "./badge.ts";
import { actualTime, queueTimesOf } from "./queue-times.ts";

type SignOutBody = Static<typeof SignOutInput>;
type Answer = Static<typeof SignedOut>;
type Visit = Record<string, unknown>;

/** The visit to sign out, how it was identified, and which of its fields may be shown. */
type IntendedVisit = VisitRecognition & { id: string };
type SignOutAttempt = { ctx: RequestContext; point: SignInPoint; input: SignOutBody; clock: LocationClock; at: number };

const windowAt = ({ clock, at }: SignOutAttempt): { from: string; now: string } => {
  const { from } = insideWindowOn(clock, undefined, at);
  return { from, now: iso(at) };
};

const byRef = async ({ ctx, point }: SignOutAttempt, visitRef: string): Promise<IntendedVisit | undefined> => {
  const ref = await findRef(ctx.db, point, visitRef);
  return ref?.act === "in" && ref.own
    ? { id: ref.visit_id, how: "reference", shown: visibleAmong(NAME_FIELDS, ref.shown) }
    : undefined;
};

const byBadge = async ({ ctx, point }: SignOutAttempt, badge: NonNullable<ReturnType<typeof readBadge>>) => {
  if (badge.ended || badge.location !== point.location) return undefined;
  const found = await findVisitRecognition(ctx.db, point.location, badge.visit);
  const shown = found && (badge.kind === "data" ? found.shown : visibleAmong(BADGE_FIELDS, found.shown));
  return shown && ({ id: badge.visit, how: "badge", shown } as const);
};

const byCode = async (given: SignOutAttempt, code: string): Promise<IntendedVisit | undefined> => {
  const { ctx, point, clock, at } = given;
  const token = extractToken(code);
  const badge = readBadge(ctx.context, point, code, at);
  if (badge !== undefined) return byBadge(given, badge);
  const invited = await findInvited(ctx.db, ctx.context, token, startOfToday(at, clock));
  // A badge printed offline shows the reference of its sign-in.
  if (invited === undefined) return point.source === 1 ? byRef(given, token) : undefined;
  if (invited.location !== point.location) return undefined;
  const open = await store.findInsideOfRegistered(ctx.db, point.location, windowAt(given), invited.registeredVisitorId);
  return open && { id: open._id, how: "code", shown: ALL_FIELDS };
};

const byName = async (
  given: SignOutAttempt,
  first: string,
  last: string,
): Promise<IntendedVisit | "several" | undefined> => {
  const { ctx, point, input } = given;
  const name = [first.trim(), last.trim(), input.company?.trim() ?? null] as const;
  const [one, other] = await store.findInsideByName(ctx.db, point.location, windowAt(given), name);
  if (other !== undefined) return "several";
  return one && { id: one._id, how: "name", shown: NAME_FIELDS };
};

/** Drivers of one carrier can't be told apart: the one who leaves is most likely the one who came last. */
const byCompany = async (given: SignOutAttempt, company: string): Promise<IntendedVisit | undefined> => {
  const { ctx, point } = given;
  const open = await store.findInsideByCompany(ctx.db, point.location, windowAt(given), company.trim());
  return open && { id: open._id, how: "name", shown: NO_FIELDS };
};

const checkKiosk = ({ point }: SignOutAttempt): void => {
  if (point.source !== 1)
    throw badRequest('"code" is required: visitors can only sign out on a phone with a code.', "missing_key", "code");
};

const findIntendedVisit = async (given: SignOutAttempt): Promise<IntendedVisit | "several" | undefined> => {
  const { input } = given;
  if (input.code !== undefined) return byCode(given, input.code);
  if (input.visit_ref !== undefined) return byRef(given, input.visit_ref);
  const { first_name: first, last_name: last, company } = input;
  if (first !== undefined && last !== undefined) {
    checkKiosk(given);
    return byName(given, first, last);
  }
  if (first === undefined && last === undefined && company !== undefined) {
    checkKiosk(given);
    return byCompany(given, company);
  }
  throw badRequest(
    'To say who is signing out, send "code", "visit_ref", both "first_name" and "last_name", or, for a visit without a name, "company" alone.',
    "missing_key",
    "code",
  );
};

const UNKNOWN: Answer = { outcome: "unknown" };

const answerOf = (visit: Visit, door: WholeDoor, input: SignOutBody, shown: Fields): Answer => {
  const language = input.language_id === undefined ? {} : { language_id: input.language_id };
  const part: Visit = { ...visiblePart(visit, shown), ...language };
  const type = door.visit_types.find(({ _id }) => _id === visit["visit_type"]);
  const signedOut = String(visit["signed_out"]);
  const message = messageOf(type?.signout_message, part, { door, host: undefined, now: Date.parse(signedOut) });
  const name = part["first_name"];
  return {
    outcome: "signed_out",
    ...(typeof name === "string" ? { first_name: name } : {}),
    ...(message === undefined ? {} : { message }),
    signed_out: signedOut,
  };
};

/** Closes the visit and completes the reference; a closed visit remains unchanged. */
const signOutOnce = (given: SignOutAttempt, { id, how, shown }: IntendedVisit): Promise<void> =>
  inTransaction(given.ctx, async (inner) => {
    const { point, input, at } = given;
    if (!(await claimRef(inner.db, point, input.client_ref, "out"))) return;
    await completeRef(inner.db, point, input.client_ref, { visit: id, how, shown });
    const visit = await findRecord(inner, point.location, id);
    if (visit === undefined) return;
    // Two requests of one kiosk are delayed differently: a sign-out is never before its sign-in.
    const start = String(visit["signed_in"]);
    const time = queueTimesOf(point, input) === undefined ? undefined : [iso(at), start].toSorted().at(-1);
    await close(inner, point.location, id, time, point.source);
  });

/** A replay returns what the first request returned, whatever it contains now. */
const find = async (given: SignOutAttempt): Promise<IntendedVisit | "several" | undefined> => {
  const { ctx, point, input } = given;
  const ref = await findOwnRef(ctx.db, point, input.client_ref);
  if (ref?.act === "in") throw wrongAnswer("client_ref", "was already used for a sign-in. Each request needs its own.");
  return ref === undefined ? findIntendedVisit(given) : { id: ref.visit_id, how: ref.how, shown: ref.shown };
};

/**
 * Signs a visitor out, by code or (at a kiosk) by name, or by company if the visit has no name. A visitor who is not inside is `unknown`, like one who never
 * was. A replay with the same `client_ref` changes nothing. Errors: `400` if no visitor is named; `429` after too many
 * unknown names at one kiosk.
 */
export const signOut = async (ctx: RequestContext, point: SignInPoint, input: SignOutBody): Promise<Answer> => {
  const { door, clock } = await readWhole(ctx, point);
  const request = { ctx, point, input, clock, at: actualTime(queueTimesOf(point, input), ctx.now) };
  const match = await find(request);
  if (match === "several") return { outcome: "several" };
  if (match === undefined) {
    if ((input.first_name ?? input.company) !== undefined && queueTimesOf(point, input) === undefined)
      await incrementCounter(ctx.context.db, `names:${ctx.principal._id}`, ctx.now, UNKNOWN_NAMES_MAX);
    return UNKNOWN;
  }
  await signOutOnce(request, match);
  const visit = await findRecord(ctx, point.location, match.id);
  return visit?.["signed_out"] === undefined ? UNKNOWN : answerOf(visit, door, input, match.shown);
};

/** The state of a visit as its visitor's screen shows it; from then on the visitor has seen the answer. */
export const stateOf = async (
  ctx: RequestContext,
  location: string,
  id: string,
): Promise<Static<(typeof readVisitState)["response"]> | undefined> => {
  const [visit, replied] = await Promise.all([findRecord(ctx, location, id), findReply(ctx, location, id)]);
  if (visit === undefined) return undefined;
  const approval = visit["approval"];
  const decision = approval === "approved" || approval === "rejected" ? approval : undefined;
  if (decision !== undefined || (approval === "pending" && replied !== undefined))
    await show(ctx, location, id, { approval: decision, reply: replied?.reply });
  return {
    ...(approval === "pending" ? { approval: "pending" as const } : {}),
    ...(decision === undefined ? {} : { approval: decision }),
    signed_out: visit["signed_out"] !== undefined,
    ...(replied === undefined ? {} : { host_reply: replied.reply }),
  };
};

/** The state of the visit of a code. Errors: `400` for a code that isn't one of this location, or has expired. */
export const visitState = async (
  ctx: RequestContext,
  point: SignInPoint,
  token: string,
): Promise<Static<(typeof readVisitState)["response"]>> => {
  const badge = readBadge(ctx.context, point, token, ctx.now);
  const id = badge !== undefined && !badge.ended && badge.location === point.location ? badge.visit : "";
  const state = await stateOf(ctx, point.location, id);
  if (state === undefined)
    throw wrongAnswer("token", "must be the one returned by the sign-in. This one is invalid or has expired.");
  return state;
};
