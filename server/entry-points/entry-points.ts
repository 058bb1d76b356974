import { isDeepStrictEqual } from "node:util";

import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, ofState, removeMatched, withState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { type Languages, mergeTexts, pick, type Texts } from "../lib/texts.ts";
import { iso } from "../lib/time.ts";
import type { EntryPoint, EntryPointInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof EntryPointInput>;
type Wire = Static<typeof EntryPoint>;
type Sent = { body: Input; removed: ReadonlySet<string> };

const wire = (row: store.EntryPointRow, languages: Languages): Wire =>
  withState({ ...row, name: pick(row.name, languages) ?? "", translations: { name: row.name } }, row);

const named = (name: Texts): Texts => {
  if (!Object.values(name).some((text) => text.trim() !== ""))
    throw badRequest('"name" is required: what people call the entry point.', "missing_key", "name");
  return name;
};

const entry = (location: string, act: string) => ({
  location,
  act: `entry_point.${act}`,
  events: ["company_updated"] as const,
  subject: "entry_point",
});

/** The entry points of a location, in their order. */
export const list = async (act: Act, location: string, languages: Languages): Promise<Wire[]> =>
  (await store.selectEntryPoints(act.db, location)).map((row) => wire(row, languages));

/** One entry point. Errors: `404`. */
export const read = async (act: Act, location: string, id: string, languages: Languages): Promise<Wire> => {
  const row = await store.findEntryPoint(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

/** Creates an entry point. Errors: `400` without a name. */
export const create = async (act: Act, location: string, body: Input, languages: Languages): Promise<Wire> => {
  const row: store.EntryPointRow = {
    company_id: location,
    _id: newId(location, act.now),
    name: named(mergeTexts({}, body.name, body.translations?.name)),
    active: body.active ?? true,
    index: body.index ?? 0,
    create_date: iso(act.now),
    mod_date: iso(act.now),
  };
  await change(act, store.insertEntryPoint(row), entry(location, "create"));
  return wire(row, languages);
};

const merged = ({ body, removed }: Sent, old: store.EntryPointRow): store.EntryPointRow => {
  if (removed.has("name")) throw badRequest('"name" is required and cannot be removed.', "not_removable", "name");
  return {
    ...old,
    name: named(mergeTexts(old.name, body.name, body.translations?.name)),
    active: removed.has("active") ? true : (body.active ?? old.active),
    index: removed.has("index") ? 0 : (body.index ?? old.index),
  };
};

/** Changes an entry point. Errors: `400`, `404`. */
export const update = (act: Act, location: string, id: string, sent: Sent, languages: Languages): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockEntryPoint(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => ofState(old));
    const row = merged(sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateEntryPoint(changed), entry(location, "change"));
    return wire(changed, languages);
  });

const removeAny = async (act: Act, location: string, id: string): Promise<{ message: string }> => {
  const removed = await change(act, store.deleteEntryPoint(location, id), entry(location, "remove"));
  if (removed.length === 0) throw notFound();
  return { message: "The entry point was removed." };
};

/** Removes an entry point; visits keep naming it. Errors: `404`, `412`. */
export const remove = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      const old = await store.lockEntryPoint(db, location, id);
      return old && ofState(old);
    },
    (inner) => removeAny(inner, location, id),
  );
