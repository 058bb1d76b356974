import type { CheckInput, Finding } from "../../../server/jobs/system/checks/check.ts";
import type { Environment } from "../../../server/platform/config/reader.ts";

/** What the checks look at that the command alone makes: the environment it was started in, too. */
export type MachineInput = CheckInput & { env: Environment };

/** One thing to look at on this machine; nothing when it does not apply here. */
export type MachineCheck = (situation: MachineInput) => Promise<readonly Finding[]> | readonly Finding[];
