import { requireLocationClock } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import { readArchive } from "./archives.ts";
import * as contract from "./contract.ts";

/** The archive of a location. */
export const archiveRoutes = ({ on }: Router): void => {
  on(contract.readArchive, (call) => readArchive(call, requireLocationClock(call)));
};
