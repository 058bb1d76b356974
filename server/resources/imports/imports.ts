import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { checkIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import { mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { expectHistory } from "../visits/history/history.ts";
import type { Import, ImportChange } from "./contract.ts";
import { checkMapping } from "./mapping.ts";
import { datesOf, placeOf } from "./receive.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Import>;

/** What the audit log says of an import: how it is and what it has done, not what its rows say. */
const auditOf = ({ _id, target, state, rows, filename, result, mod_date }: store.ImportRow) => ({
  _id,
  target,
  state,
  rows,
  ...result,
  mod_date,
  ...(filename === null ? {} : { filename }),
});

/** An entry of the audit log about an import; its rows have none of their own. @param old undefined for a new one */
export const importEntry = (row: store.ImportRow, action: string, old: store.ImportRow | undefined) => ({
  location: row.company_id,
  action: `import.${action}`,
  subject: "import",
  body: { ...(old === undefined ? {} : { before: auditOf(old) }), after: auditOf(row) },
});

/** Only what people write is in the tag: the rest changes with each step. */
const stateOf = ({ _id, mapping, chosen, state }: store.ImportRow) => ({ _id, mapping, chosen, state });

/** An import as the API returns it. */
const wire = (row: store.ImportRow): Wire => {
  const { sealed_key: _key, cursor, chosen, failure, filename, preset, result, user_id: _user, ...rest } = row;
  const { orders: _orders, ...understood } = row.understood;
  return withState(
    {
      ...rest,
      understood,
      values: chosen,
      preset,
      ...(filename === null ? {} : { filename }),
      ...(row.state === "mapped" ? {} : { progress: { done: cursor, of: row.rows } }),
      ...(Object.keys(result).length === 0 ? {} : { result }),
      ...(failure === null ? {} : { failure }),
    } as Omit<Wire, never>,
    stateOf(row),
  );
};

/** An import. Errors: `404`. */
export const findOne = async (ctx: RequestContext, location: string, id: string): Promise<store.ImportRow> => {
  const row = await store.findImport(ctx.db, location, id.toLowerCase());
  if (row === undefined || row.state === "receiving") throw notFound();
  return row;
};

/** The same, locked until the transaction ends. Errors: `404`. */
export const lockOne = async (ctx: RequestContext, location: string, id: string): Promise<store.ImportRow> => {
  const row = await store.lockImport(ctx.db, location, id.toLowerCase());
  if (row === undefined || row.state === "receiving") throw notFound();
  return row;
};

/** Errors: `400` unless the import is in one of these states. */
export const checkState = ({ state }: store.ImportRow, ...states: store.ImportState[]): void => {
  if (!states.includes(state))
    throw badRequest(
      `The import is ${state}; this is possible while it is ${states.join(" or ")}.`,
      "wrong_import_state",
    );
};

/** One import. Errors: `404`. */
export const readImport = async (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  wire(await findOne(ctx, location, id));

/** The imports of the last 30 days, the newest first. */
export const listImports = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  (await store.listImports(ctx.db, location)).map(wire);

/** Makes a received file an import that can be run. */
export const createImport = async (ctx: RequestContext, row: store.ImportRow): Promise<Wire> => {
  await runLoggedQuery(ctx, store.receivedImport(row), importEntry(row, "create", undefined));
  return wire(row);
};

/** Changes what columns become and what values mean. Errors: `400`, `404`, `412`. */
export const changeImport = (
  ctx: RequestContext,
  location: string,
  id: string,
  { body, removed }: UpdateInput<Static<typeof ImportChange>>,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockOne(inner, location, id);
    checkIfMatch(inner, () => wire(old));
    checkState(old, "mapped");
    if (body.mapping !== undefined) checkMapping(body.mapping, old.columns, old.target);
    const mapping = mergeValue({ removed }, "mapping", body.mapping, old.mapping, {});
    const chosen = mergeValue({ removed }, "values", body.values, old.chosen, {});
    if (isDeepStrictEqual({ mapping, chosen }, { mapping: old.mapping, chosen: old.chosen })) return wire(old);
    const row = { ...old, mapping, chosen, mod_date: iso(ctx.now) };
    row.understood = {
      ...old.understood,
      dates: datesOf(row, old.understood.orders ?? [], await placeOf(inner, location)),
    };
    await runLoggedQuery(inner, store.mappedImport(row), importEntry(row, "change", old));
    return wire(row);
  });

/** Has an import run in the background. Errors: `400` unless it is mapped, `404`. */
export const runImport = (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockOne(inner, location, id);
    checkState(old, "mapped");
    const row: store.ImportRow = { ...old, state: "running", mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.movedImport(row), importEntry(row, "run", old));
    if (row.target === "visits") await expectHistory(inner, location, row.rows);
    return wire(row);
  });
