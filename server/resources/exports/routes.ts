import { requireLocationClock } from "../../platform/http/request-context.ts";
import { languagesOf } from "../../platform/http/input/language.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import { exportLog } from "./exports.ts";
import { exportWholeLog, exportWorkbook } from "./whole-log.ts";

/** The visitor log as a file: a part of it, or all. */
export const exportRoutes = ({ on }: Router): void => {
  on(contract.exportLog, (call) => exportLog(call, requireLocationClock(call), call.query, languagesOf(call)));
  on(contract.exportWholeLog, (call) =>
    exportWholeLog(call, requireLocationClock(call), call.query, languagesOf(call)),
  );
  on(contract.exportWorkbook, (call) =>
    exportWorkbook(call, requireLocationClock(call), call.query, languagesOf(call)),
  );
};
