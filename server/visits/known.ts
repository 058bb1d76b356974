import type { Act } from "../http/call.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import type { VisitRow } from "./columns.ts";
import * as store from "./known-store.ts";
import { type Inside, insideOn } from "./lists.ts";

type Window = Pick<Inside, "from" | "now">;

const windowNow = async (act: Act, location: string): Promise<Window> => {
  const clock = await store.findClock(act.db, location);
  if (clock === undefined) throw notFound();
  return insideOn(clock, undefined, act.now);
};

/**
 * Those of the registered visitors who are inside now (decisions 3). The answer holds as long as the caller keeps them locked:
 * whoever signs one in or removes one locks them first.
 */
export const insideAmong = async (act: Act, location: string, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set(await store.selectInside(act.db, location, ids, "", await windowNow(act, location)));

const lock = async (act: Act, location: string, id: string): Promise<void> => {
  if (!(await store.lockKnown(act.db, location, id)))
    throw badRequest(
      '"known_visitor_id" names no registered visitor of this location; create one with POST /knownvisitors.',
      "unknown_reference",
      "known_visitor_id",
    );
};

const checkOutside = async (
  act: Act,
  location: string,
  known: string,
  visit: string,
  window: Window,
): Promise<void> => {
  if ((await store.selectInside(act.db, location, [known], visit, window)).length > 0)
    throw badRequest(
      '"known_visitor_id" names a registered visitor who is signed in already; sign them out first, with POST /visitors/{visitorId}/signout.',
      "wrong_state",
      "known_visitor_id",
    );
};

/**
 * Starts a visit of a registered visitor: of those who race one gets in, because each holds the registered visitor until it has
 * committed and looks for an open visit only then. A visit recorded afterwards with both times may lie beside an open one.
 * Errors: `400` when there is no such registered visitor, or they are inside.
 */
export const startKnown = <T>(
  act: Act,
  location: string,
  known: string,
  row: Pick<VisitRow, "signed_out">,
  start: (act: Act) => Promise<T>,
): Promise<T> =>
  together(act, async (inner) => {
    await lock(inner, location, known);
    if (row.signed_out === null) await checkOutside(inner, location, known, "", await windowNow(inner, location));
    return start(inner);
  });

/**
 * Checks a changed visit, in the transaction that writes it: its registered visitor must exist when it is another one than
 * before, and have no other visit inside when this one now is. Errors: `400`.
 */
export const checkKnownChange = async (
  act: Act,
  { location, id }: { location: string; id: string },
  row: VisitRow,
  before: VisitRow,
): Promise<void> => {
  const known = row.known_visitor_id;
  if (known === null) return;
  const isNew = known !== before.known_visitor_id;
  if (isNew) await lock(act, location, known);
  else if (row.signed_in === before.signed_in || !(await store.lockKnown(act.db, location, known))) return;
  const window = await windowNow(act, location);
  if (row.signed_out === null && row.signed_in >= window.from) await checkOutside(act, location, known, id, window);
};
