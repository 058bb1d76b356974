import { languagesOf } from "../../platform/http/input/language.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "../door/contract.ts";
import { type SignInPoint, makeDoorReader, readAgreement } from "../door/door.ts";
import { readAllHosts } from "../door/hosts.ts";

const signInPointOf = ({ location }: { location: string }): SignInPoint => ({
  location,
  entryPoint: undefined,
  source: 1,
});

/** Adds the endpoints that a kiosk of the location reads from; none of them writes. */
export const addPreviewRoutes = ({ on }: Router): void => {
  const readDoor = makeDoorReader();
  on(contract.readDoor, (call) => readDoor(call, signInPointOf(call), call.query.version));
  on(contract.readAllHosts, (call) => readAllHosts(call, call.location, call.query.version));
  on(contract.readDoorAgreement, (call) =>
    readAgreement(call, call.location, call.params.agreement_id, languagesOf(call)),
  );
};
