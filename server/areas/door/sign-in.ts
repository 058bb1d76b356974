import { carrySignatures } from "../../resources/agreements/signing.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { HttpError, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { type DoorOrigin, signIn as signInRegistered } from "../../resources/registered-visitors/sign-in.ts";
import { startSigned } from "../../resources/visits/start-signed.ts";
import * as arrivals from "../../resources/visits/kiosk-arrivals.ts";
import { findRecord, recordOf, type VisitRecord, type WholeVisit } from "../../resources/visits/visits.ts";
import { wrongAnswer } from "./answers.ts";
import type { SignedIn } from "./contract.ts";
import { type SignInPoint, readWhole } from "./door.ts";
import { type SignInPlan, planSignIn, type SignInBody } from "./sign-in-plan.ts";
import { claimRef, findOwnRef, findRef, completeRef, storedRef } from "./references.ts";
import { ALL_FIELDS, type VisitRecognition } from "./visit-recognition.ts";
import { signedInAnswer } from "./sign-in-answer.ts";
import { queueTimesOf } from "./queue-times.ts";

type Answer = Static<typeof SignedIn>;

/** The fields that responses about this visit may show: if only a name was given, those that were typed. */
const recognitionOf = ({ how, answers, photo }: SignInPlan): VisitRecognition =>
  how === "name"
    ? { how, shown: [...Object.keys(answers), ...(photo === undefined ? [] : ["photo"])] }
    : { how: how ?? "typed", shown: ALL_FIELDS };

/**
 * The response with the visit that a reference led to before; undefined for a new reference. The fields to show were
 * settled then: a replay with another recognition or other answers is answered like the first request. Errors: `404` if
 * the visit was erased since, `400` if it is another area's.
 */
const answerRepetition = async (
  ctx: RequestContext,
  point: SignInPoint,
  input: SignInBody,
): Promise<Answer | undefined> => {
  const ref = await findOwnRef(ctx.db, point, input.client_ref);
  if (ref === undefined) return undefined;
  if (ref.act !== "in") throw wrongAnswer("client_ref", "was already used for a sign-out. Each request needs its own.");
  const visit = await findRecord(ctx, point.location, ref.visit_id);
  if (visit === undefined) throw notFound("This visit was erased.");
  const { door } = await readWhole(ctx, point);
  const typed = { ...input.answers, photo: input.photo };
  return signedInAnswer(ctx, point, door, { visit, recognition: ref, typed, own: ref.own });
};

/** The body of the visit, in the API's form. */
const bodyOf = (ctx: RequestContext, point: SignInPoint, input: SignInBody, plan: SignInPlan) => ({
  ...plan.answers,
  company_id: point.location,
  ...(plan.type === undefined ? {} : { visit_type: plan.type._id }),
  ...(point.entryPoint === undefined || plan.door.entry_point === undefined ? {} : { entrypoint_id: point.entryPoint }),
  ...(input.language_id === undefined ? {} : { language_id: input.language_id }),
  ...(input.host === undefined || plan.host === undefined || plan.host.mail === null
    ? {}
    : { recipient_mail: plan.host.mail }),
  ...(plan.photo === undefined ? {} : { photo: plan.photo }),
  ...(plan.signature === undefined ? {} : { signature: plan.signature }),
  ...(plan.at === ctx.now ? {} : { signed_in: iso(plan.at) }),
});

const isRefusal = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof HttpError && statuses.includes(error.status);

/**
 * Writes the visit. A registered visitor who was removed since they were recognised is signed in all the same; so is,
 * from a queue, one who is inside by now: they have gone in.
 */
const write = async (
  ctx: RequestContext,
  point: SignInPoint,
  input: SignInBody,
  plan: SignInPlan,
): Promise<WholeVisit> => {
  const body = bodyOf(ctx, point, input, plan);
  const door: DoorOrigin = {
    source: point.source,
    clientRef: storedRef(point, input.client_ref),
    shown: plan.shown,
    proven: plan.how === "code",
  };
  if (plan.registeredId === undefined) return startSigned(ctx, point.location, body, door);
  try {
    return await signInRegistered(ctx, point.location, plan.registeredId, body, door);
  } catch (error) {
    if (!isRefusal(error, 404) && !(queueTimesOf(point, input) !== undefined && isRefusal(error, 400))) throw error;
    return startSigned(ctx, point.location, body, door);
  }
};

const findFirst = async (ctx: RequestContext, point: SignInPoint, ref: string): Promise<string | undefined> => {
  const found = await findRef(ctx.db, point, ref);
  return found?.act === "in" && found.own ? found.visit_id : undefined;
};

/** A companion joins the visitor they came with; only at a kiosk, where the two stand side by side. */
const joinFirst = async (ctx: RequestContext, point: SignInPoint, input: SignInBody, visit: string): Promise<void> => {
  if (point.source !== 1 || input.companion_of === undefined) return;
  const first = await findFirst(ctx, point, input.companion_of);
  if (first !== undefined) await arrivals.joinArrival(ctx.db, point.location, { visit, with: first, at: iso(ctx.now) });
};

/**
 * Lets the message about a kiosk's sign-in wait for a companion, for two minutes at most. Does nothing for a reference
 * that is unknown, as the sign-in may come later from a queue.
 */
export const awaitCompanion = async (
  ctx: RequestContext,
  point: SignInPoint,
  ref: string,
): Promise<{ message: string }> => {
  const first = await findFirst(ctx, point, ref);
  if (first !== undefined) await arrivals.awaitCompanion(ctx.db, point.location, first, iso(ctx.now));
  return { message: "Waiting for a companion." };
};

/** Signs in and completes the reference, in one transaction; undefined if an identical request was faster. */
const signInOnce = (
  ctx: RequestContext,
  point: SignInPoint,
  input: SignInBody,
  plan: SignInPlan,
): Promise<VisitRecord | undefined> =>
  inTransaction(ctx, async (inner) => {
    if (!(await claimRef(inner.db, point, input.client_ref, "in"))) return undefined;
    const written = await write(inner, point, input, plan);
    const { _id: id } = written;
    if (plan.badge !== undefined) await carrySignatures(inner, point.location, id, plan.badge);
    await completeRef(inner.db, point, input.client_ref, { visit: id, ...recognitionOf(plan) });
    await joinFirst(inner, point, input, id);
    return recordOf(written);
  });

/**
 * Signs a visitor in at a kiosk or on their own phone. The same `client_ref` always leads to the same visit, however
 * often and late it is sent (docs/kiosks.md). Errors: `400` with `field`; `404` if that visit was erased since.
 */
export const signIn = async (ctx: RequestContext, point: SignInPoint, input: SignInBody): Promise<Answer> => {
  const before = await answerRepetition(ctx, point, input);
  if (before !== undefined) return before;
  const plan = await planSignIn(ctx, point, input);
  const visit = await signInOnce(ctx, point, input, plan);
  const typed = { ...plan.answers, photo: plan.photo };
  const recognition = recognitionOf(plan);
  if (visit !== undefined) return signedInAnswer(ctx, point, plan.door, { visit, recognition, typed, own: true });
  const earlier = await answerRepetition(ctx, point, input);
  if (earlier === undefined) throw new Error("a reference was claimed, and is not there");
  return earlier;
};
