import type { Router } from "../../platform/http/router.ts";
import { listConnections } from "./connections.ts";
import * as contract from "./contract.ts";

/** Everything that Foyer is connected to. */
export const connectionRoutes = ({ on }: Router): void => {
  on(contract.listConnections, listConnections);
};
