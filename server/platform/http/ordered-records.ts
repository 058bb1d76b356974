import type { Db } from "../db/database.ts";
import { notFound } from "../lib/errors.ts";
import { newId } from "../lib/record/ids.ts";
import type { LanguagePreference, Texts } from "../lib/text/texts.ts";
import { iso } from "../lib/time/time.ts";
import { checkIfMatch, deleteIfMatch, etagStateOf } from "./edge/conditional.ts";
import { inTransaction } from "./in-transaction.ts";
import { mergeName, mergeValue, type UpdateInput } from "./input/update-input.ts";
import type { RequestContext } from "./request-context.ts";

/** What every record has that a location keeps in an order: a name in languages, whether it is in use, and its place. */
export type OrderedRecord = {
  company_id: string;
  _id: string;
  name: Texts;
  active: boolean;
  index: number;
  create_date: string;
  mod_date: string;
};

type RecordBody = {
  name?: string;
  active?: boolean;
  index?: number;
  translations?: { name?: Record<string, string | null> };
};

/** A new record, before its first values. */
export const newRecord = (ctx: RequestContext, location: string): OrderedRecord => ({
  company_id: location,
  _id: newId(location, ctx.now),
  name: {},
  active: true,
  index: 0,
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
});

/** Name, use and place after a write. @param what the name of what, for an error Errors: `400` without a name */
export const mergeRecord = (input: UpdateInput<RecordBody>, old: OrderedRecord, what: string) => ({
  name: mergeName(input, old.name, what),
  active: mergeValue(input, "active", input.body.active, old.active, true),
  index: mergeValue(input, "index", input.body.index, old.index, 0),
});

/** The log entry of a change: `subject` is how the audit log calls the kind. */
export const recordEntry = (subject: string, location: string, action: string) => ({
  location,
  action: `${subject}.${action}`,
  events: ["company_updated"] as const,
  subject,
});

type Find<Row> = (db: Db, location: string, id: string) => Promise<Row | undefined>;

/** What differs between the kinds of ordered records. */
export type RecordKind<Row extends OrderedRecord, Wire, Body> = {
  list: (db: Db, location: string) => Promise<Row[]>;
  find: Find<Row>;
  /** Finds it, and keeps it from being changed until the transaction ends. */
  lock: Find<Row>;
  /** The record as the API returns it. */
  wire: (row: Row, languages: LanguagePreference) => Wire;
  /** Writes what differs from `old`, in its transaction. @returns the record as it is then; `old` where nothing differs */
  change: (ctx: RequestContext, input: UpdateInput<Body>, old: Row) => Promise<Row>;
  /** Deletes it, in its transaction. @returns no row where there is none */
  remove: (ctx: RequestContext, location: string, id: string) => Promise<readonly unknown[]>;
  removed: string;
};

/** The rules that all kinds share: list, read, update, remove. Errors: `400`, `404`, `412`. */
export const orderedRecords = <Row extends OrderedRecord, Wire, Body>(kind: RecordKind<Row, Wire, Body>) => ({
  list: async (ctx: RequestContext, location: string, languages: LanguagePreference): Promise<Wire[]> =>
    (await kind.list(ctx.db, location)).map((row) => kind.wire(row, languages)),

  read: async (ctx: RequestContext, location: string, id: string, languages: LanguagePreference): Promise<Wire> => {
    const row = await kind.find(ctx.db, location, id);
    if (row === undefined) throw notFound();
    return kind.wire(row, languages);
  },

  update: (
    ctx: RequestContext,
    location: string,
    id: string,
    input: UpdateInput<Body>,
    languages: LanguagePreference,
  ): Promise<Wire> =>
    inTransaction(ctx, async (inner) => {
      const old = await kind.lock(inner.db, location, id);
      if (old === undefined) throw notFound();
      checkIfMatch(inner, () => etagStateOf(old));
      return kind.wire(await kind.change(inner, input, old), languages);
    }),

  remove: (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
    deleteIfMatch(
      ctx,
      async ({ db }) => {
        const old = await kind.lock(db, location, id);
        return old && etagStateOf(old);
      },
      (inner) =>
        inTransaction(inner, async (within) => {
          if ((await kind.remove(within, location, id)).length === 0) throw notFound();
          return { message: kind.removed };
        }),
    ),
});
