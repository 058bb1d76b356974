import { FIELDS_MAX } from "../../visitor-flow/steps.ts";

/** Below this width the question is above its answers (components/screen.module.css), in rem, and a field takes the whole line. */
export const WIDE_REM = 56;
/** Below this one, names do, too. */
export const NARROW_REM = 44;
/** A row of fields, with the space above and below them. */
const ROW_REM = 8;
const AROUND_REM = 20;
const LOW_REM = 24;

/** How much of a screen a keyboard takes: a tablet's own, which may open, takes more than ours. */
export const keyboardShareOf = (isWide: boolean, hasKeys: boolean): number => (!isWide ? 0.36 : hasKeys ? 0.39 : 0.5);

/** How many short fields a screen of this size in rem has room for beside a keyboard: one to four. */
export const fieldsIn = (widthRem: number, heightRem: number, hasKeys: boolean): number => {
  const isWide = widthRem >= WIDE_REM;
  const room = heightRem * (1 - keyboardShareOf(isWide, hasKeys));
  if (isWide) return room < LOW_REM ? 1 : FIELDS_MAX;
  const rows = Math.floor((room - AROUND_REM) / ROW_REM);
  return widthRem < NARROW_REM ? 1 : Math.min(FIELDS_MAX, Math.max(1, rows));
};
