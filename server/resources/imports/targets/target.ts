import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { DayOrder } from "../../../../shared/import/dates.ts";
import type { ImportRow, Place } from "../store.ts";

/** What a row would do, or did. */
export type Verdict = "created" | "changed" | "same";
/** Why a row isn't brought in. @property key of the target, from which its column follows */
export type Refusal = { key?: string; reason: string };
/** The cells of a row by what they become; empty ones are left out. */
export type Cells = Readonly<Record<string, string | undefined>>;
/** A draft, or why there is none. */
export type Reading<D> = { draft: D; notes?: readonly string[] } | { refusal: Refusal } | { isBeyondRetention: true };

/** Records that cells name. */
export type NamedKind = "visit_type" | "entry_point";

/** An import at work. */
export type Job = {
  location: string;
  row: ImportRow;
  place: Place;
  now: number;
  /** The order of the dates of each target. */
  orders: Readonly<Record<string, DayOrder>>;
  salt: string;
  /** The visit types and entrances of the location by their folded names; those to be created have none yet. */
  named: Record<NamedKind, Map<string, string>>;
};

/** What an import makes of rows: one for each kind of record, whose drafts no other file reads. */
export type Target<D> = {
  /** How many rows are written in one transaction: the location's log is held as long. */
  atOnce: number;
  read(job: Job, cells: Cells): Reading<D>;
  /** @param seen what rows before have made, where it isn't in the database */
  compare(ctx: RequestContext, job: Job, drafts: readonly D[], seen: Set<string>): Promise<Verdict[]>;
  /** Writes what is new or changed, in the caller's transaction. */
  write(ctx: RequestContext, job: Job, drafts: readonly D[], verdicts: readonly Verdict[]): Promise<void>;
  /** What a sample shows of a draft, with days in words. */
  show(job: Job, draft: D): Record<string, string>;
};
