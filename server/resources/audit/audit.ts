import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { RawJson, type RequestContext, type StreamResponse } from "../../platform/http/request-context.ts";
import { listJson } from "../../platform/http/output/json-pieces.ts";
import { readPage } from "../../platform/http/output/large-lists.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { optional } from "../../platform/lib/record/optional.ts";
import { SERVICE_LOCATION, tagOf } from "../../platform/lib/record/ids.ts";
import { boundOf, iso } from "../../platform/lib/time/time.ts";
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

type Actors = ReadonlyMap<string, store.Actor>;

const actorOf = ({ actor_kind: kind, actor_id: _id }: store.AuditRow, actors: Actors, withAddress: boolean) => {
  const actor = _id === SERVICE_LOCATION ? undefined : actors.get(_id);
  return {
    kind,
    _id,
    ...optional("name", actor?.name),
    ...optional("role", actor?.role),
    ...optional("email", withAddress ? actor?.email : undefined),
  };
};

/**
 * An entry as JSON text; its body is inserted exactly as written, because its digest is in the log.
 * @param withAddress whether the actor's email address is part of it
 */
const wire = (location: string, row: store.AuditRow, actors: Actors, withAddress = false): string => {
  const { seq: _seq, at, event, request_id, had_body, body, truncated } = row;
  const { act, subject, subject_id } = row;
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
    actor: actorOf(row, actors, withAddress),
    ...(request_id === null ? {} : { request_id }),
    ...(truncated ? { truncated: true } : {}),
    ...(had_body && body === null && !truncated ? { erased: true } : {}),
  };
  const text = JSON.stringify(entry);
  return body === null ? text : `${text.slice(0, -1)},${body.slice(1)}`;
};

/** Entries are serialised one by one: the bodies of a page can have 16 MiB together. */
function* wires(location: string, rows: readonly store.AuditRow[], actors: Actors): Generator<string> {
  for (const row of rows) yield wire(location, row, actors);
}

/**
 * The audit log of a location, newest first. Errors: `400` for bounds that aren't dates, and for a page of more than 16
 * MiB.
 */
export const listAuditEntries = async (
  ctx: RequestContext,
  clock: LocationClock,
  query: Query,
): Promise<RawJson | StreamResponse> => {
  const selection = wantedOf(clock, query);
  const { rows, bytes } = await readPage(ctx, selection.count, (bytesMax) =>
    store.listEntries(ctx.db, clock._id, selection, bytesMax),
  );
  const actors = await store.listActors(ctx.db, [...new Set(rows.map(({ actor_id }) => actor_id))]);
  return listJson("[", { docs: wires(clock._id, rows, actors), bytes }, "]");
};

const SEQ_DIGITS = 10;

/** One entry, whole, with the address of the user who acted. Errors: `404`. */
export const readAuditEntry = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  const row = await store.findEntry(ctx.db, location, Number.parseInt(id.slice(-SEQ_DIGITS), 16));
  if (row === undefined || entryId(location, row) !== id) throw notFound();
  const actors = await store.listActors(ctx.db, [row.actor_id]);
  return new RawJson(wire(location, row, actors, true));
};
