import { languagesOf } from "../../platform/http/input/language.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { type SignInPoint, makeDoorReader, readAgreement } from "./door.ts";
import { findHosts } from "./hosts.ts";
import { recognise, recogniseName } from "./recognise.ts";
import { signIn } from "./sign-in.ts";
import { signOut, visitState } from "./sign-out.ts";

/** Finds the kiosk or poster that a call comes from. */
export type SignInPointOf = (call: RequestContext & { location: string }) => Promise<SignInPoint>;

/** Adds the endpoints for signing in and out, which kiosks and posters share: each area finds its own callers. */
export const addDoorRoutes = ({ on }: Router, signInPointOf: SignInPointOf): void => {
  const readDoor = makeDoorReader();
  on(contract.readDoor, async (call) => readDoor(call, await signInPointOf(call), call.query.version));
  on(contract.findHosts, (call) => findHosts(call, call.location, call.query.q));
  on(contract.readDoorAgreement, (call) =>
    readAgreement(call, call.location, call.params.agreement_id, languagesOf(call)),
  );
  on(contract.recognise, async (call) => recognise(call, await signInPointOf(call), call.body.code));
  on(contract.findExpected, async (call) => recogniseName(call, await signInPointOf(call), call.body));
  on(contract.signInAtDoor, async (call) => signIn(call, await signInPointOf(call), call.body));
  on(contract.readVisitState, async (call) => visitState(call, await signInPointOf(call), call.body.token));
  on(contract.signOutAtDoor, async (call) => signOut(call, await signInPointOf(call), call.body));
};
