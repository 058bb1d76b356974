import { placeOf } from "../http/call.ts";
import { languagesOf } from "../http/language.ts";
import type { Router } from "../http/routes.ts";
import * as contract from "./contract.ts";
import { exportLog } from "./exports.ts";
import { exportWholeLog } from "./whole.ts";

/** The visitor log as a file: a part of it, or all. */
export const exportRoutes = ({ on }: Router): void => {
  on(contract.exportLog, (call) => exportLog(call, placeOf(call), call.query, languagesOf(call)));
  on(contract.exportWholeLog, (call) => exportWholeLog(call, placeOf(call), call.query, languagesOf(call)));
};
