import { mergeName, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { type LanguagePreference, pickText } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { EntryPoint, EntryPointInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof EntryPointInput>;
type Wire = Static<typeof EntryPoint>;
type Update = UpdateInput<Input>;

const wire = (row: store.EntryPointRow, languages: LanguagePreference): Wire =>
  withState({ ...row, name: pickText(row.name, languages) ?? "", translations: { name: row.name } }, row);

const entry = (location: string, action: string) => ({
  location,
  action: `entry_point.${action}`,
  events: ["company_updated"] as const,
  subject: "entry_point",
});

/** The entry points of a location, in order. */
export const list = async (ctx: RequestContext, location: string, languages: LanguagePreference): Promise<Wire[]> =>
  (await store.listEntryPoints(ctx.db, location)).map((row) => wire(row, languages));

/** One entry point. Errors: `404`. */
export const read = async (
  ctx: RequestContext,
  location: string,
  id: string,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = await store.findEntryPoint(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

/** Creates an entry point. Errors: `400` without a name. */
export const create = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = merged({ body, removed: new Set() }, initial(ctx, location));
  await runLoggedQuery(ctx, store.insertEntryPoint(row), entry(location, "create"));
  return wire(row, languages);
};

const initial = (ctx: RequestContext, location: string): store.EntryPointRow => ({
  company_id: location,
  _id: newId(location, ctx.now),
  name: {},
  active: true,
  index: 0,
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
});

const merged = (input: Update, old: store.EntryPointRow): store.EntryPointRow => ({
  ...old,
  name: mergeName(input, old.name, "the entrance's name"),
  active: mergeValue(input, "active", input.body.active, old.active, true),
  index: mergeValue(input, "index", input.body.index, old.index, 0),
});

/** Changes an entry point. Errors: `400`, `404`. */
export const update = (
  ctx: RequestContext,
  location: string,
  id: string,
  input: Update,
  languages: LanguagePreference,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockEntryPoint(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => etagStateOf(old));
    const row = merged(input, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateEntryPoint(changed), entry(location, "change"));
    return wire(changed, languages);
  });

const removeAny = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> => {
  const removed = await runLoggedQuery(ctx, store.deleteEntryPoint(location, id), entry(location, "remove"));
  if (removed.length === 0) throw notFound();
  return { message: "Entrance removed." };
};

/** Removes an entry point; visits keep their reference to it. Errors: `404`, `412`. */
export const remove = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockEntryPoint(db, location, id);
      return old && etagStateOf(old);
    },
    (inner) => removeAny(inner, location, id),
  );
