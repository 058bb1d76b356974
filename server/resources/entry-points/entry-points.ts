import type { UpdateInput } from "../../platform/http/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { change } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/conditional.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/ids.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/texts.ts";
import { iso } from "../../platform/lib/time.ts";
import type { EntryPoint, EntryPointInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof EntryPointInput>;
type Wire = Static<typeof EntryPoint>;
type Update = UpdateInput<Input>;

const wire = (row: store.EntryPointRow, languages: LanguagePreference): Wire =>
  withState({ ...row, name: pickText(row.name, languages) ?? "", translations: { name: row.name } }, row);

const named = (name: Texts): Texts => {
  if (!Object.values(name).some((text) => text.trim() !== ""))
    throw badRequest('"name" is required: the entrance\'s name.', "missing_key", "name");
  return name;
};

const entry = (location: string, act: string) => ({
  location,
  action: `entry_point.${act}`,
  events: ["company_updated"] as const,
  subject: "entry_point",
});

/** The entry points of a location, in their order. */
export const list = async (ctx: RequestContext, location: string, languages: LanguagePreference): Promise<Wire[]> =>
  (await store.selectEntryPoints(ctx.db, location)).map((row) => wire(row, languages));

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
  const row: store.EntryPointRow = {
    company_id: location,
    _id: newId(location, ctx.now),
    name: named(mergeTexts({}, body.name, body.translations?.name)),
    active: body.active ?? true,
    index: body.index ?? 0,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  await change(ctx, store.insertEntryPoint(row), entry(location, "create"));
  return wire(row, languages);
};

const merged = ({ body, removed }: Update, old: store.EntryPointRow): store.EntryPointRow => {
  if (removed.has("name")) throw badRequest('"name" is required and can\'t be removed.', "not_removable", "name");
  return {
    ...old,
    name: named(mergeTexts(old.name, body.name, body.translations?.name)),
    active: removed.has("active") ? true : (body.active ?? old.active),
    index: removed.has("index") ? 0 : (body.index ?? old.index),
  };
};

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
    await change(inner, store.updateEntryPoint(changed), entry(location, "change"));
    return wire(changed, languages);
  });

const removeAny = async (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> => {
  const removed = await change(ctx, store.deleteEntryPoint(location, id), entry(location, "remove"));
  if (removed.length === 0) throw notFound();
  return { message: "Entrance removed." };
};

/** Removes an entry point; visits keep naming it. Errors: `404`, `412`. */
export const remove = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockEntryPoint(db, location, id);
      return old && etagStateOf(old);
    },
    (inner) => removeAny(inner, location, id),
  );
