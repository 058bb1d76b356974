import type { Place } from "../auth/place.ts";
import { countOne } from "../auth/refusals.ts";
import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { readInvitationToken } from "../messages/invitation-link.ts";
import { startOfToday } from "../registered-visitors/arrival.ts";
import { insideOn } from "../visits/lists.ts";
import { signOut as close } from "../visits/transitions.ts";
import { wrongAnswer } from "./answers.ts";
import type { readVisitState, SignedOut, SignOutInput } from "./contract.ts";
import { type Desk, readWhole, type WholeDoor } from "./door.ts";
import { findVisit, UNKNOWN_NAMES_MAX } from "./recognise.ts";
import {
  ALL_FIELDS,
  among,
  claimRef,
  type Fields,
  findVisitRecognition,
  NAMED,
  ON_BADGE,
  recallRef,
  settleRef,
  type VisitRecognition,
} from "./references.ts";
import { messageOf, visiblePart } from "./shown.ts";
import * as store from "./store.ts";
import { readBadgeToken, tokenIn } from "./tokens.ts";
import { doneAt, queuedAt } from "./when.ts";

type Sent = Static<typeof SignOutInput>;
type Answer = Static<typeof SignedOut>;
type Visit = Record<string, unknown>;

/** The visit that is meant, how it was named, and what of it may be shown. */
type Meant = VisitRecognition & { id: string };
type At = { act: Act; desk: Desk; sent: Sent; clock: Place; at: number };

const windowAt = ({ clock, at }: At): { from: string; now: string } => {
  const { from } = insideOn(clock, undefined, at);
  return { from, now: iso(at) };
};

const byRef = async ({ act, desk }: At, sent: string): Promise<Meant | undefined> => {
  const ref = await recallRef(act.db, desk, sent);
  return ref?.act === "in" && ref.own
    ? { id: ref.visit_id, how: "reference", shown: among(NAMED, ref.shown) }
    : undefined;
};

const byBadge = async ({ act, desk }: At, badge: NonNullable<ReturnType<typeof readBadgeToken>>) => {
  if (badge.ended || badge.location !== desk.location) return undefined;
  const found = await findVisitRecognition(act.db, desk.location, badge.visit);
  const shown = found && (badge.kind === "data" ? found.shown : among(ON_BADGE, found.shown));
  return shown && ({ id: badge.visit, how: "badge", shown } as const);
};

const byCode = async (given: At, code: string): Promise<Meant | undefined> => {
  const { act, desk, clock, at } = given;
  const token = tokenIn(code);
  const badge = readBadgeToken(act.context, token, at);
  if (badge !== undefined) return byBadge(given, badge);
  const invited = readInvitationToken(act.context, token, startOfToday(at, clock));
  // A badge that was printed without network shows the reference of its sign-in.
  if (invited === undefined) return desk.source === 1 ? byRef(given, token) : undefined;
  if (invited.location !== desk.location) return undefined;
  const open = await store.findInsideOfKnown(act.db, desk.location, windowAt(given), invited.registeredVisitorId);
  return open && { id: open._id, how: "code", shown: ALL_FIELDS };
};

const byName = async (given: At, first: string, last: string): Promise<Meant | "several" | undefined> => {
  const { act, desk, sent } = given;
  if (desk.source !== 1)
    throw badRequest('"code" is required: on a phone only a code signs out.', "missing_key", "code");
  const name = [first.trim(), last.trim(), sent.company?.trim() ?? null] as const;
  const [one, other] = await store.findInsideByName(act.db, desk.location, windowAt(given), name);
  if (other !== undefined) return "several";
  return one && { id: one._id, how: "name", shown: NAMED };
};

const meant = async (given: At): Promise<Meant | "several" | undefined> => {
  const { sent } = given;
  if (sent.code !== undefined) return byCode(given, sent.code);
  if (sent.visit_ref !== undefined) return byRef(given, sent.visit_ref);
  if (sent.first_name === undefined || sent.last_name === undefined)
    throw badRequest(
      '"code" is required, or "visit_ref", or "first_name" and "last_name": the visitor who signs out.',
      "missing_key",
      "code",
    );
  return byName(given, sent.first_name, sent.last_name);
};

const UNKNOWN: Answer = { outcome: "unknown" };

const answerOf = (visit: Visit, door: WholeDoor, sent: Sent, shown: Fields): Answer => {
  const language = sent.language_id === undefined ? {} : { language_id: sent.language_id };
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

/** Closes the visit and settles the reference; a closed one stays as it is. */
const once = (given: At, { id, how, shown }: Meant): Promise<void> =>
  together(given.act, async (inner) => {
    const { desk, sent, at } = given;
    if (!(await claimRef(inner.db, desk, sent.client_ref, "out"))) return;
    await settleRef(inner.db, desk, sent.client_ref, { visit: id, how, shown });
    const visit = await findVisit(inner, desk.location, id);
    if (visit === undefined) return;
    // Two requests of one kiosk travel for different times: a sign-out is never before its sign-in.
    const start = String(visit["signed_in"]);
    const time = queuedAt(desk, sent) === undefined ? undefined : [iso(at), start].toSorted().at(-1);
    await close(inner, desk.location, id, time, desk.source);
  });

/** A repetition shows what the first request was shown, whatever it names now. */
const find = async (given: At): Promise<Meant | "several" | undefined> => {
  const { act, desk, sent } = given;
  const ref = await recallRef(act.db, desk, sent.client_ref);
  if (ref?.act === "in") throw wrongAnswer("client_ref", "was used for a sign-in; each request has one of its own.");
  return ref === undefined ? meant(given) : { id: ref.visit_id, how: ref.how, shown: ref.shown };
};

/**
 * Signs a visitor out, by code or (at a kiosk) by name. Somebody who is not inside is `unknown`, like somebody who never was.
 * The same `client_ref` again does nothing more.
 * Errors: `400` when nobody is named; `429` after too many unknown names at one kiosk.
 */
export const signOut = async (act: Act, desk: Desk, sent: Sent): Promise<Answer> => {
  const { door, clock } = await readWhole(act, desk);
  const given = { act, desk, sent, clock, at: doneAt(queuedAt(desk, sent), act.now) };
  const found = await find(given);
  if (found === "several") return { outcome: "several" };
  if (found === undefined) {
    if (sent.first_name !== undefined && queuedAt(desk, sent) === undefined)
      await countOne(act.context.db, `names:${act.who._id}`, act.now, UNKNOWN_NAMES_MAX);
    return UNKNOWN;
  }
  await once(given, found);
  const visit = await findVisit(act, desk.location, found.id);
  return visit?.["signed_out"] === undefined ? UNKNOWN : answerOf(visit, door, sent, found.shown);
};

/** How the visit of a code stands. Errors: `400` for a code that is none of this location, or has ended. */
export const visitState = async (
  act: Act,
  desk: Desk,
  token: string,
): Promise<Static<(typeof readVisitState)["response"]>> => {
  const badge = readBadgeToken(act.context, tokenIn(token), act.now);
  const known = badge !== undefined && !badge.ended && badge.location === desk.location;
  const visit = known ? await findVisit(act, desk.location, badge.visit) : undefined;
  if (visit === undefined) throw wrongAnswer("token", "must be what the sign-in gave; this one is none, or has ended.");
  const approval = visit["approval"];
  return {
    ...(approval === "pending" || approval === "approved" || approval === "rejected" ? { approval } : {}),
    signed_out: visit["signed_out"] !== undefined,
  };
};
