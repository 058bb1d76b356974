import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext, RawJson, StreamResponse } from "../../platform/http/request-context.ts";
import { listJson } from "../../platform/http/json-pieces.ts";
import { readPage } from "../../platform/http/large-lists.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { SERVICE_LOCATION, tagOf } from "../../platform/lib/ids.ts";
import { boundOf, iso } from "../../platform/lib/time.ts";
import { ENTRIES } from "./contract.ts";
import * as store from "./store.ts";

/** Rows per page if only `page` is given, as in every plain list. */
const PAGE = 50;

type Query = {
  count?: number;
  page?: number;
  subject_id?: string;
  actor?: string;
  act?: string;
  from?: string;
  to?: string;
};

const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, "0").slice(-digits);

/** An entry's ID, in the form of all IDs: seconds, the location's tag and the entry's number. It never changes. */
export const entryId = (location: string, { at, seq }: { at: string; seq: number }): string =>
  hex(Math.floor(Date.parse(at) / 1000), 8) + tagOf(location) + hex(seq, 10);

const present = (value: string | undefined): string | undefined => (value?.trim() === "" ? undefined : value);

const bound = (name: string, text: string | undefined, { timezone }: LocationClock): string | undefined => {
  if (present(text) === undefined || text === undefined) return undefined;
  const ms = boundOf(text, timezone);
  if (ms === undefined)
    throw badRequest(`"${name}" must be an ISO 8601 timestamp or a date such as 2026-11-21.`, "wrong_format", name);
  return iso(ms);
};

const wantedOf = (clock: LocationClock, query: Query): store.AuditFilter => {
  const count = query.count ?? (query.page === undefined ? ENTRIES : PAGE);
  return {
    subjectId: query.subject_id,
    actor: query.actor,
    act: present(query.act),
    from: bound("from", query.from, clock),
    to: bound("to", query.to, clock),
    count,
    skip: Math.min(((query.page ?? 1) - 1) * count, Number.MAX_SAFE_INTEGER),
  };
};

/** An entry as JSON text; its body is inserted exactly as written, because its digest is in the log. */
const wire = (location: string, row: store.AuditRow, names: ReadonlyMap<string, string>): string => {
  const { seq: _seq, at, event, actor_kind, actor_id, request_id, had_body, body } = row;
  const { act, subject, subject_id } = row;
  const name = actor_id === SERVICE_LOCATION ? undefined : names.get(actor_id);
  const entry = {
    _id: entryId(location, row),
    company_id: location,
    create_date: at,
    mod_date: at,
    at,
    act,
    subject,
    subject_id,
    ...(event === null ? {} : { event }),
    actor: { kind: actor_kind, _id: actor_id, ...(name === undefined ? {} : { name }) },
    ...(request_id === null ? {} : { request_id }),
    ...(had_body && body === null ? { erased: true } : {}),
  };
  const text = JSON.stringify(entry);
  return body === null ? text : `${text.slice(0, -1)},${body.slice(1)}`;
};

/** Entries are serialised one by one: the bodies of a page can have 16 MiB together. */
function* wires(
  location: string,
  rows: readonly store.AuditRow[],
  names: ReadonlyMap<string, string>,
): Generator<string> {
  for (const row of rows) yield wire(location, row, names);
}

/**
 * The audit log of a location, newest first. Errors: `400` for bounds that aren't dates, and for a page of more than 16
 * MiB.
 */
export const list = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
): Promise<RawJson | StreamResponse> => {
  const selection = wantedOf(clock, query);
  const { rows, bytes } = await readPage(ctx, selection.count, (bytesMax) =>
    store.listEntries(ctx.db, clock._id, selection, bytesMax),
  );
  const names = await store.listNames(ctx.db, [...new Set(rows.map(({ actor_id }) => actor_id))]);
  return listJson("[", { docs: wires(clock._id, rows, names), bytes }, "]");
};
