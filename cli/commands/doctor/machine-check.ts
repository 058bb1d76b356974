import type { CheckInput, Finding } from "../../../server/jobs/system/checks/check.ts";
import type { Environment } from "../../../server/platform/config/reader.ts";

/** The inputs of checks that only the command runs, including its environment. */
export type MachineInput = CheckInput & { env: Environment };

/** A check of this machine; undefined if it does not apply. */
export type MachineCheck = (situation: MachineInput) => Promise<readonly Finding[]> | readonly Finding[];
