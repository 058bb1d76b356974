import type { LogEntry } from "../../platform/events/log.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { checkIfMatch, deleteIfMatch, etagStateOf, withState } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Watchlist, WatchlistChange, WatchlistInput } from "./contract.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Watchlist>;
type Input = Static<typeof WatchlistInput>;

const logEntry = (location: string, action: string): LogEntry => ({
  location,
  action: `watchlist.${action}`,
  subject: "watchlist",
});

const wire = (row: store.WatchlistRow & { entries: number }): Wire => {
  const { format, imported_at, entries, ...stored } = row;
  const answer = { ...stored, entries, ...optional("format", format), ...optional("imported_at", imported_at) };
  return withState(answer, { ...stored, format, imported_at });
};

/** The watch lists of a location. */
export const listWatchlists = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  (await store.listWatchlists(ctx.db, location)).map(wire);

/** One watch list. Errors: `404`. */
export const readWatchlist = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const [row] = await store.listWatchlists(ctx.db, location, id.toLowerCase());
  if (row === undefined) throw notFound();
  return wire(row);
};

/** A watch list, locked until the transaction ends. Errors: `404`. */
export const lockWatchlist = async (ctx: RequestContext, location: string, id: string): Promise<store.WatchlistRow> => {
  const row = await store.lockWatchlist(ctx.db, location, id.toLowerCase());
  if (row === undefined) throw notFound();
  return row;
};

/** Adds a watch list. Errors: `400`. */
export const createWatchlist = async (ctx: RequestContext, location: string, { name, kind }: Input): Promise<Wire> => {
  const at = iso(ctx.now);
  const row: store.WatchlistRow = {
    company_id: location,
    _id: newId(location, ctx.now),
    name,
    kind,
    format: null,
    imported_at: null,
    create_date: at,
    mod_date: at,
  };
  await store.saveWatchlist(ctx, row, logEntry(location, "create"));
  return wire({ ...row, entries: 0 });
};

/** Changes name or kind. A list that holds from now on is compared with who is there. Errors: `400`, `404`, `412`. */
export const updateWatchlist = (
  ctx: RequestContext,
  location: string,
  id: string,
  input: UpdateInput<Static<typeof WatchlistChange>>,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    checkNotRemoved(input, "name", "kind");
    const old = await lockWatchlist(inner, location, id);
    checkIfMatch(inner, () => etagStateOf(old));
    const { name = old.name, kind = old.kind } = input.body;
    if (name !== old.name || kind !== old.kind) {
      await store.saveWatchlist(inner, { ...old, name, kind, mod_date: iso(ctx.now) }, logEntry(location, "change"));
      await store.raiseVersion(inner.db, location);
    }
    return readWatchlist(inner, location, id);
  });

/** Removes a watch list with its entries. Errors: `404`, `412`. */
export const removeWatchlist = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async (inner) => etagStateOf(await lockWatchlist(inner, location, id)),
    (inner) =>
      inTransaction(inner, async (within) => {
        const { _id } = await lockWatchlist(within, location, id);
        await store.deleteWatchlist(within, location, _id, logEntry(location, "remove"));
        return { message: "Watch list removed." };
      }),
  );
