import { StreamBody } from "../../platform/http/input/body.ts";
import { paginate } from "../../platform/http/input/paging.ts";
import type { Router } from "../../platform/http/router.ts";
import * as contract from "./contract.ts";
import * as entries from "./entries.ts";
import { countsNow, importEntries, readFileOf } from "./import.ts";
import * as hitsContract from "./hits-contract.ts";
import * as hits from "./hits.ts";
import * as watchlists from "./watchlists.ts";

/** Watch lists: lists, entries, files, checks and hits. */
export const watchlistRoutes = ({ on, onOutbound }: Router): void => {
  on(contract.listWatchlists, async (call) =>
    paginate(await watchlists.listWatchlists(call, call.location), call.query),
  );
  on(
    contract.createWatchlist,
    (call) => watchlists.createWatchlist(call, call.location, call.body),
    (call, id) => watchlists.readWatchlist(call, call.location, id),
  );
  on(contract.readWatchlist, (call) => watchlists.readWatchlist(call, call.location, call.params.id));
  on(
    contract.changeWatchlist,
    (call) => watchlists.updateWatchlist(call, call.location, call.params.id, call),
    (call, id) => watchlists.readWatchlist(call, call.location, id),
  );
  on(contract.removeWatchlist, (call) => watchlists.removeWatchlist(call, call.location, call.params.id));
  on(contract.listEntries, async (call) =>
    paginate(await entries.listEntries(call, call.location, call.params.id), call.query),
  );
  on(
    contract.createEntry,
    (call) => entries.createEntry(call, call.location, call.params.id, call.body),
    (call, id) => entries.readEntry(call, call.location, call.params.id, id),
  );
  on(contract.readEntry, ({ location, params, ...call }) =>
    entries.readEntry(call, location, params.id, params.entry_id),
  );
  on(
    contract.changeEntry,
    (call) => entries.updateEntry(call, call.location, call.params.id, call.params.entry_id, call),
    (call, id) => entries.readEntry(call, call.location, call.params.id, id),
  );
  on(contract.removeEntry, ({ location, params, ...call }) =>
    entries.removeEntry(call, location, params.id, params.entry_id),
  );
  // Received like the answer of another server: no transaction is open as long as a file arrives.
  onOutbound(contract.importEntries, {
    callOut: (call) => readFileOf(call.body instanceof StreamBody ? call.body : undefined, call.query.format),
    handler: (call, file) => importEntries(call, call.location, call.params.id, file, call.query),
    replay: (call) => countsNow(call, call.location, call.params.id),
  });
  on(
    hitsContract.checkName,
    (call) => hits.checkName(call, call.location, call.body),
    (call) => hits.matchesOf(call, call.location, call.body),
  );
  on(hitsContract.listHits, (call) => hits.listHits(call, call.location, call.query));
  on(
    hitsContract.decideHit,
    (call) => hits.decideHit(call, call.location, call.params.id, call.body),
    (call, id) => hits.readHit(call, call.location, id),
  );
};
