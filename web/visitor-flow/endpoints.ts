import type * as door from "../../server/areas/door/contract.ts";
import type { EndpointsOf } from "../shared/endpoints.ts";

/** What kiosks and posters share. */
export type DoorEndpoints = EndpointsOf<typeof door>;
