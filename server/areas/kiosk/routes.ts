import type { RouteGroup } from "../../platform/http/route-group.ts";
import * as contract from "./contract.ts";
import * as kiosk from "./kiosk.ts";

/** The endpoints of kiosks, before and after pairing (rules 5). */
export const kioskArea: RouteGroup = {
  prefix: "/kiosk/api",
  describedIn: "docs/kiosks.md",
  guard: kiosk.guardKiosk,
  routes: (router) => {
    const { on } = router;
    on(contract.startPairing, (call) => kiosk.start(call));
    on(contract.pollPairing, (call) => kiosk.poll(call, call.body.token));
    on(contract.heartbeat, (call) => kiosk.heartbeat(call, call.location, call.body));
    on(contract.readMe, (call) => kiosk.settings(call, call.location));
    on(contract.reportRejectedSyncs, (call) => kiosk.reportRejectedSyncs(call, call.location, call.body));
    kiosk.addKioskDoorRoutes(router);
  },
};
