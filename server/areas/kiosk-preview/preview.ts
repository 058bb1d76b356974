import type { Router } from "../../platform/http/router.ts";
import { readAllHosts, readDoor, readDoorAgreement } from "../door/contract.ts";
import { type Desk, readAgreement, readDoor as wholeDoor } from "../door/door.ts";
import { readAllHosts as allHosts } from "../door/hosts.ts";

const deskOf = ({ location }: { location: string }): Desk => ({ location, entryPoint: undefined, source: 1 });

/** What a kiosk of the location would be told, and nothing that writes. */
export const addPreviewRoutes = ({ on }: Router): void => {
  on(readDoor, (call) => wholeDoor(call, deskOf(call), call.query.version));
  on(readAllHosts, (call) => allHosts(call, call.location, call.query.version));
  on(readDoorAgreement, (call) =>
    readAgreement(call, call.location, call.params.agreement_id, {
      preferred: [call.query.language_id].flat()[0],
      fallback: "en",
    }),
  );
};
