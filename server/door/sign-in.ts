import { carrySignatures } from "../agreements/signing.ts";
import type { Act, ReadyJson } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { HttpError, notFound } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { type Door, signIn as signInRegistered, startSigned } from "../registered-visitors/sign-in.ts";
import { wrongAnswer } from "./answers.ts";
import type { SignedIn } from "./contract.ts";
import { type Desk, readWhole } from "./door.ts";
import { type Plan, planOf, type Sent } from "./plan.ts";
import { findVisit } from "./recognise.ts";
import { ALL_FIELDS, claimRef, recallRef, settleRef, storedRef, type VisitRecognition } from "./references.ts";
import { signedInAnswer } from "./shown.ts";
import { queuedAt } from "./when.ts";

type Answer = Static<typeof SignedIn>;
type Visit = Record<string, unknown>;

/** The fields that any answer about this visit may show: where a name alone was given, those that were typed. */
const recognitionOf = ({ how, answers, photo }: Plan): VisitRecognition =>
  how === "name"
    ? { how, shown: [...Object.keys(answers), ...(photo === undefined ? [] : ["photo"])] }
    : { how: how ?? "typed", shown: ALL_FIELDS };

/**
 * The visit that a reference led to before; undefined for a new one. What is shown was settled then: a repetition with another
 * recognition, or with other answers, is answered like the first one. Errors: `404` when it was erased since.
 */
const repeated = async (act: Act, desk: Desk, sent: Sent): Promise<Answer | undefined> => {
  const ref = await recallRef(act.db, desk, sent.client_ref);
  if (ref === undefined) return undefined;
  if (ref.act !== "in") throw wrongAnswer("client_ref", "was used for a sign-out; each request has one of its own.");
  const visit = await findVisit(act, desk.location, ref.visit_id);
  if (visit === undefined) throw notFound("This visit was erased.");
  const { door } = await readWhole(act, desk);
  const typed = { ...sent.answers, photo: sent.photo };
  return signedInAnswer(act, desk, door, { visit, recognition: ref, typed, own: ref.own });
};

/** The body of the visit, as the interface has it. */
const bodyOf = (act: Act, desk: Desk, sent: Sent, plan: Plan) => ({
  ...plan.answers,
  company_id: desk.location,
  ...(plan.type === undefined ? {} : { visit_type: plan.type._id }),
  ...(desk.entryPoint === undefined || plan.door.entry_point === undefined ? {} : { entrypoint_id: desk.entryPoint }),
  ...(sent.language_id === undefined ? {} : { language_id: sent.language_id }),
  ...(sent.host === undefined || plan.host === undefined || plan.host.mail === null
    ? {}
    : { recipient_mail: plan.host.mail }),
  ...(plan.photo === undefined ? {} : { photo: plan.photo }),
  ...(plan.signature === undefined ? {} : { signature: plan.signature }),
  ...(plan.at === act.now ? {} : { signed_in: iso(plan.at) }),
});

const isRefusal = (error: unknown, ...statuses: number[]): boolean =>
  error instanceof HttpError && statuses.includes(error.status);

/**
 * Writes the visit. Whoever was removed as a registered visitor since they were recognised is signed in all the same; and so is,
 * from a queue, whoever is inside by now: they have gone in.
 */
const write = async (act: Act, desk: Desk, sent: Sent, plan: Plan): Promise<ReadyJson> => {
  const body = bodyOf(act, desk, sent, plan);
  const door: Door = {
    source: desk.source,
    clientRef: storedRef(desk, sent.client_ref),
    shown: plan.shown,
    proven: plan.how === "code",
  };
  if (plan.known === undefined) return startSigned(act, desk.location, body, door);
  try {
    return await signInRegistered(act, desk.location, plan.known, body, door);
  } catch (error) {
    if (!isRefusal(error, 404) && !(queuedAt(desk, sent) !== undefined && isRefusal(error, 400))) throw error;
    return startSigned(act, desk.location, body, door);
  }
};

/** Signs in and settles the reference, all of it or nothing; undefined when the same request was faster. */
const once = (act: Act, desk: Desk, sent: Sent, plan: Plan): Promise<Visit | undefined> =>
  together(act, async (inner) => {
    if (!(await claimRef(inner.db, desk, sent.client_ref, "in"))) return undefined;
    const visit = JSON.parse((await write(inner, desk, sent, plan)).text) as Visit;
    const id = String(visit["_id"]);
    if (plan.badge !== undefined) await carrySignatures(inner, desk.location, id, plan.badge);
    await settleRef(inner.db, desk, sent.client_ref, { visit: id, ...recognitionOf(plan) });
    return visit;
  });

/**
 * Signs a visitor in at a kiosk or on their own phone. The same `client_ref` is the same visit, however often and late it is
 * sent (designs I).
 * Errors: `400` with `field`; `404` when that visit was erased since.
 */
export const signIn = async (act: Act, desk: Desk, sent: Sent): Promise<Answer> => {
  const before = await repeated(act, desk, sent);
  if (before !== undefined) return before;
  const plan = await planOf(act, desk, sent);
  const visit = await once(act, desk, sent, plan);
  const typed = { ...plan.answers, photo: plan.photo };
  const recognition = recognitionOf(plan);
  if (visit !== undefined) return signedInAnswer(act, desk, plan.door, { visit, recognition, typed, own: true });
  const faster = await repeated(act, desk, sent);
  if (faster === undefined) throw new Error("a reference was claimed, and is not there");
  return faster;
};
