import { isDeepStrictEqual } from "node:util";

import { change } from "../events/log.ts";
import { type Act, ReadyJson } from "../http/call.ts";
import { checkMatch } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { notFound } from "../lib/errors.ts";
import { checkExtra, extraOf, mergeExtra } from "../lib/extra.ts";
import { newId } from "../lib/ids.ts";
import { iso, parseInstant } from "../lib/time.ts";
import { withInstants } from "../locations/dates.ts";
import { checkReferences } from "../visits/visits.ts";
import { REGISTERED_TEXTS, RegisteredInput } from "./contract.ts";
import { type Span, spanOf } from "./span.ts";
import * as store from "./store.ts";

type Input = Static<typeof RegisteredInput>;
type Sent = { body: Input; removed: ReadonlySet<string> };

const DOCUMENTED: ReadonlySet<string> = new Set(Object.keys(RegisteredInput.properties));

const DATES = ["invited_date", "preregistered_date"] as const;

/** One registered visitor. Errors: `404`. */
export const read = async (act: Act, location: string, id: string): Promise<ReadyJson> => {
  const found = await store.findRegistered(act.db, { company_id: location, _id: id });
  if (found === undefined) throw notFound();
  return new ReadyJson(found.doc);
};

const only = (rows: { doc: string }[]): ReadyJson => {
  const [row] = rows;
  if (row === undefined) throw notFound();
  return new ReadyJson(row.doc);
};

/** Who knows nothing of a visitor yet: what a new one begins with. */
const BLANK: store.RegisteredRow = {
  visit_type: null,
  first_name: null,
  last_name: null,
  company: null,
  email: null,
  phone: null,
  recipient: null,
  visiting_from: null,
  visiting_to: null,
  persistent: false,
  entrypoint_id: null,
  language_id: null,
  status: "created",
  invited_date: null,
  preregistered_date: null,
  extra: {},
};

type Plain = "visit_type" | "email" | "entrypoint_id" | (typeof REGISTERED_TEXTS)[number];
const PLAIN: readonly Plain[] = ["visit_type", "email", "entrypoint_id", ...REGISTERED_TEXTS];

/** The value a body leaves in a column: the sent one, none when it was removed, else the stored one. */
const keep = <T>(sent: T | undefined, name: string, removed: ReadonlySet<string>, stored: T): T | null =>
  removed.has(name) ? null : (sent ?? stored);

const instant = (text: string | undefined): string | undefined => {
  const ms = text === undefined ? undefined : parseInstant(text);
  return ms === undefined ? undefined : iso(ms);
};

/** A record with what a body says; on a new one nothing is removed. */
const merged = ({ body, removed }: Sent, old: store.RegisteredRow, span: Span | undefined): store.RegisteredRow => {
  const row = { ...old, ...(removed.has("visiting_on") ? { visiting_from: null, visiting_to: null } : span) };
  for (const name of PLAIN) row[name] = keep(body[name], name, removed, old[name]);
  return {
    ...row,
    persistent: removed.has("persistent") ? BLANK.persistent : (body.persistent ?? old.persistent),
    status: removed.has("status") ? BLANK.status : (body.status ?? old.status),
    invited_date: keep(instant(body.invited_date), "invited_date", removed, old.invited_date),
    preregistered_date: keep(instant(body.preregistered_date), "preregistered_date", removed, old.preregistered_date),
    extra: checkExtra(mergeExtra(old.extra, extraOf(body, DOCUMENTED), removed)),
  };
};

/** Checks references that are new; what was removed later stays where it was (decisions 4). Errors: `400`. */
const checkNew = async (act: Act, location: string, row: store.RegisteredRow, old: store.RegisteredRow) => {
  const visit_type = row.visit_type === old.visit_type ? null : row.visit_type;
  const entrypoint_id = row.entrypoint_id === old.entrypoint_id ? null : row.entrypoint_id;
  if (visit_type === null && entrypoint_id === null) return;
  checkReferences(await store.findReferences(act.db, location, { visit_type, entrypoint_id }));
};

const entry = (location: string, act: "create" | "change") => ({
  location,
  act: `registered_visitor.${act}`,
  events: [act === "create" ? "registered_visitor_created" : "registered_visitor_updated"] as const,
  subject: "registered_visitor",
});

/** Registers a visitor. Errors: `400` for references to nothing and a `visiting_on` that ends before it begins. */
export const create = async (act: Act, location: string, sent: Input): Promise<ReadyJson> => {
  const body = await withInstants(act, location, sent, DATES);
  const span = await spanOf(act, location, body.visiting_on);
  const row = merged({ body, removed: new Set() }, BLANK, span);
  await checkNew(act, location, row, BLANK);
  const key = { company_id: location, _id: newId(location, act.now) };
  const query = store.insertRegistered(key, row, iso(act.now));
  return only(await change(act, query, entry(location, "create"), store.EVENT_IDS));
};

/** Changes a registered visitor. Errors: `400`, `404`. */
export const update = (act: Act, location: string, id: string, sent: Sent): Promise<ReadyJson> =>
  together(act, async (inner) => {
    const key = { company_id: location, _id: id };
    const old = await store.lockRegistered(inner.db, key);
    if (old === undefined) throw notFound();
    const { doc, ...before } = old;
    checkMatch(inner, () => new ReadyJson(doc));
    const body = await withInstants(inner, location, sent.body, DATES);
    const row = merged({ ...sent, body }, before, await spanOf(inner, location, body.visiting_on));
    if (isDeepStrictEqual(row, before)) return new ReadyJson(doc);
    await checkNew(inner, location, row, before);
    const query = store.updateRegistered(key, row, iso(act.now));
    return only(await change(inner, query, entry(location, "change"), store.EVENT_IDS));
  });
