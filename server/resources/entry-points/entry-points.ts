import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { withState } from "../../platform/http/edge/conditional.ts";
import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { mergeRecord, newRecord, orderedRecords, recordEntry } from "../../platform/http/ordered-records.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { type LanguagePreference, pickText } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { EntryPoint, EntryPointInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof EntryPointInput>;
type Wire = Static<typeof EntryPoint>;

const SUBJECT = "entry_point";

const wire = (row: store.EntryPointRow, languages: LanguagePreference): Wire =>
  withState({ ...row, name: pickText(row.name, languages) ?? "", translations: { name: row.name } }, row);

const merged = (input: UpdateInput<Input>, old: store.EntryPointRow): store.EntryPointRow => ({
  ...old,
  ...mergeRecord(input, old, "the entrance's name"),
});

/** Creates an entry point. Errors: `400` without a name. */
export const createEntryPoint = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = merged({ body, removed: new Set() }, newRecord(ctx, location));
  await runLoggedQuery(ctx, store.insertEntryPoint(row), recordEntry(SUBJECT, location, "create"));
  return wire(row, languages);
};

/** The entry points of a location in order; one of them; its change; its removal, after which visits keep their reference to it. */
export const {
  list: listEntryPoints,
  read: readEntryPoint,
  update: updateEntryPoint,
  remove: removeEntryPoint,
} = orderedRecords<store.EntryPointRow, Wire, Input>({
  list: store.listEntryPoints,
  find: store.findEntryPoint,
  lock: store.lockEntryPoint,
  wire,
  change: async (ctx, input, old) => {
    const row = merged(input, old);
    if (isDeepStrictEqual(row, old)) return old;
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(ctx, store.updateEntryPoint(changed), recordEntry(SUBJECT, old.company_id, "change"));
    return changed;
  },
  remove: (ctx, location, id) =>
    runLoggedQuery(ctx, store.deleteEntryPoint(location, id), recordEntry(SUBJECT, location, "remove")),
  removed: "Entrance removed.",
});
