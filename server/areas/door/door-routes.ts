import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { type Desk, readAgreement, readDoor } from "./door.ts";
import { findHosts } from "./hosts.ts";
import { recognise, recogniseName } from "./recognise.ts";
import { signIn } from "./sign-in.ts";
import { signOut, visitState } from "./sign-out.ts";

/** Where a call stands. */
export type DeskOf = (call: RequestContext & { location: string }) => Promise<Desk>;

/** The endpoints of a door, the same for kiosks and for posters: an area says where each of its calls stands. */
export const addDoorRoutes = ({ on }: Router, deskOf: DeskOf): void => {
  on(contract.readDoor, async (call) => readDoor(call, await deskOf(call), call.query.version));
  on(contract.findHosts, (call) => findHosts(call, call.location, call.query.q));
  on(contract.readDoorAgreement, (call) =>
    readAgreement(call, call.location, call.params.agreement_id, {
      preferred: [call.query.language_id].flat()[0],
      fallback: "en",
    }),
  );
  on(contract.recognise, async (call) => recognise(call, await deskOf(call), call.body.code));
  on(contract.findExpected, async (call) => recogniseName(call, await deskOf(call), call.body));
  on(contract.signInAtDoor, async (call) => signIn(call, await deskOf(call), call.body));
  on(contract.readVisitState, async (call) => visitState(call, await deskOf(call), call.body.token));
  on(contract.signOutAtDoor, async (call) => signOut(call, await deskOf(call), call.body));
};
