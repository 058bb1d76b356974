import { FoyerError } from "../../../../client/client.ts";
import type { Match } from "../../data/api/record-tags.ts";
import { changedIn, type Conflict, conflictsOf, type Edits, mergeEdits } from "./merge-edits.ts";

/** A state of a record: as the fields of its form, and the precondition that it is still the same. */
export type RecordState<Fields> = { fields: Fields; match: Match };

/**
 * Sends what changed, which may be nothing, or the whole; only if the record is still in the state of `match`.
 */
export type SendChange<Fields> = (changed: Partial<Fields>, whole: Fields, match: Match) => Promise<unknown>;

/** How a save reads the record, sends the change, and asks before it overwrites another user's change. */
type SaveSteps<Fields> = {
  read: () => Promise<RecordState<Fields>>;
  send: SendChange<Fields>;
  ask: (conflicts: readonly Conflict[], now: Fields) => Promise<boolean>;
};

/** Each time, another user has saved between the reading and the sending. */
const CHANGES_MAX = 3;

const isChanged = (error: unknown): boolean => error instanceof FoyerError && error.status === 412;

const isIn = (accepted: readonly Conflict[], { field, theirs }: Conflict): boolean =>
  accepted.some((one) => one.field === field && JSON.stringify(one.theirs) === JSON.stringify(theirs));

/**
 * Saves edits of a record that others may have changed since the form was opened: their changes of other fields are
 * kept, and what they changed in the same fields is overwritten only after the user was asked about that very value.
 * Errors: those of `read` and `send`
 * @returns the record as it was saved; undefined if the user does not want to overwrite
 */
export const saveMerged = async <Fields extends object>(
  edits: Edits<Fields>,
  { read, send, ask }: SaveSteps<Fields>,
): Promise<Fields | undefined> => {
  let accepted: readonly Conflict[] = [];
  for (let refused = 0; ;) {
    const { fields: now, match } = await read();
    const conflicts = conflictsOf(edits, now).filter((conflict) => !isIn(accepted, conflict));
    if (conflicts.length > 0) {
      if (!(await ask(conflicts, now))) return undefined;
      accepted = [...accepted, ...conflicts];
      // Reads again: a question takes its time.
      continue;
    }
    const whole = mergeEdits(edits, now);
    try {
      await send(changedIn(whole, now), whole, match);
      return whole;
    } catch (error) {
      refused += 1;
      if (!isChanged(error) || refused === CHANGES_MAX) throw error;
    }
  }
};
