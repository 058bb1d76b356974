import { namesWith } from "../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { distinct } from "../agreements/assignments.ts";
import { recordSignatures, agreementChangesOf } from "../agreements/signing.ts";
import { documentedIn } from "../../platform/http/contract/field-schemas.ts";
import { mergeSent } from "../../platform/http/input/update-input.ts";
import { type RequestContext, RawJson } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { checkExtra, extraOf } from "../../platform/lib/record/extra.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { sourceName } from "../../platform/observe/metric-registry.ts";
import { iso, parseInstant } from "../../platform/lib/time/time.ts";
import { withInstants } from "../../platform/http/input/location-dates.ts";
import { type Check, recordHits, screen } from "../watch-checks/screening.ts";
import { VisitInput } from "./contract.ts";
import type { Images, StoredVisit, VisitKey, VisitRow } from "./columns.ts";
import { startForRegistered } from "./registered.ts";
import { holdSignIn } from "./held-sign-ins-store.ts";
import * as store from "./store.ts";

export type Input = Static<typeof VisitInput>;

/** How far a time in a body may be in the future: clocks differ (rules 5). */
const AHEAD_MS_MAX = 5 * 60_000;
/** Documented keys, and the control keys that are not stored: all others are extra keys. */
export const DOCUMENTED = documentedIn(VISIT_FIELDS, VisitInput);
/** Columns set from the body. */
export const AS_SENT = namesWith(VISIT_FIELDS, { body: "as_sent", column: "of_rules" });
const NONE: ReadonlySet<string> = new Set();
/** The log's action for the start of a visit, and for one whose host isn't notified (`notify_host`, rules 4). */
const START = "visit.start";
export const UNNOTIFIED_START = "visit.start_quietly";
/** The console and the API sign in and out as source 0; kiosks and phones have their own sources. */
export const CONSOLE = 0;

/** Where a visit begins: by default in the console or through the API. */
export type Origin = {
  source: 0 | 1 | 2;
  clientRef: string | null;
  /** Records the signatures, in the transaction that writes the visit; the visit has its agreements already. */
  sign?: (ctx: RequestContext, visit: { id: string; row: VisitRow }) => Promise<void>;
};

const AT_CONSOLE: Origin = { source: CONSOLE, clientRef: null };

/** A visit with its agreements and pictures. */
export type WholeVisit = Pick<StoredVisit, "_id" | "doc"> & {
  agreements: string | readonly string[];
} & Partial<Images>;

/**
 * A visit in full as JSON text: the stored list form, with agreements and images; the same bytes however it was read.
 */
export const fullVisit = (visit: WholeVisit): RawJson => {
  const agreements =
    typeof visit.agreements === "string" ? visit.agreements.replaceAll(" ", "") : JSON.stringify(visit.agreements);
  const photo = typeof visit.photo === "string" ? `,"photo":${JSON.stringify(visit.photo)}` : "";
  const signature = typeof visit.signature === "string" ? `,"signature":${JSON.stringify(visit.signature)}` : "";
  return new RawJson(`${visit.doc.slice(0, -1)},"agreements":${agreements}${photo}${signature}}`, visit._id);
};

/** A visit in full by its fields, for rules that look at them. */
export type VisitRecord = Record<string, unknown>;

/** The fields of a visit: those that `fullVisit` writes. */
export const recordOf = ({ doc, agreements, photo, signature }: WholeVisit): VisitRecord => ({
  ...JSON.parse(doc),
  agreements: typeof agreements === "string" ? JSON.parse(agreements) : agreements,
  ...(typeof photo === "string" ? { photo } : {}),
  ...(typeof signature === "string" ? { signature } : {}),
});

/** The times in a body; a plain date is a day of the location. */
export const TIMES = ["signed_in", "signed_out"] as const;

/** A time in a body in its stored form. Errors: `400` if it isn't a timestamp, or is more than 5 minutes ahead. */
export const timeOf = (name: string, text: string, now: number): string => {
  const ms = parseInstant(text);
  if (ms === undefined) throw badRequest(`"${name}" must be an ISO 8601 timestamp.`, "wrong_format", name);
  if (ms > now + AHEAD_MS_MAX)
    throw badRequest(
      `"${name}" must not be in the future (more than 5 minutes ahead of the server).`,
      "in_the_future",
      name,
    );
  return iso(ms);
};

/** Errors: `400` if the visit ends before it begins. */
export const checkOrder = (row: VisitRow): void => {
  if (row.signed_out !== null && row.signed_out < row.signed_in)
    throw badRequest('"signed_out" must not be before "signed_in".', "wrong_order", "signed_out");
};

/** Errors: `400` if the visit type or the entrance doesn't exist in the visit's location. */
export const checkReferences = (found: Pick<store.References, "visit_type" | "entrypoint_id">): void => {
  if (!found.visit_type)
    throw badRequest(
      '"visit_type" isn\'t a visit type of this location. Create one with POST /companies/{company_id}/visittypes.',
      "unknown_reference",
      "visit_type",
    );
  if (!found.entrypoint_id)
    throw badRequest(
      '"entrypoint_id" isn\'t an entrance of this location. Create one with POST /companies/{company_id}/entrypoints.',
      "unknown_reference",
      "entrypoint_id",
    );
};

const newRow = (ctx: RequestContext, body: Input, { source, clientRef }: Origin): VisitRow => {
  const signedOut = body.signed_out === undefined ? null : timeOf("signed_out", body.signed_out, ctx.now);
  return {
    ...mergeSent(AS_SENT, { body, removed: NONE }),
    signed_in: body.signed_in === undefined ? iso(ctx.now) : timeOf("signed_in", body.signed_in, ctx.now),
    signed_out: signedOut,
    signed_in_source: source,
    signed_out_source: signedOut === null ? null : source,
    safe: body.safe ?? false,
    user_id: ctx.principal._id,
    signed_in_user: ctx.principal.name,
    signed_out_user: signedOut === null ? null : ctx.principal.name,
    agreements: distinct(body.agreements ?? []),
    extra: checkExtra(extraOf(body, DOCUMENTED)),
    client_ref: clientRef,
  };
};

/** A visit to be inserted, and its action in the log. */
type NewVisit = { row: VisitRow; images: Images; action: typeof START | typeof UNNOTIFIED_START; sign: Origin["sign"] };

/** Who comes, as the watch lists compare them. A birth date is a key of one's own. */
export const typedOf = ({ first_name, last_name, email, phone, extra }: VisitRow) => {
  const born = extra["born"];
  return { first_name, last_name, email, phone, born: typeof born === "string" ? born : null };
};

/**
 * Inserts a visit. One whose type compares visitors with the watch lists is refused by the statement until that is done,
 * so no other pays for it and no way in passes it by.
 */
const insert = async (ctx: RequestContext, key: VisitKey, visit: NewVisit, check?: Check): Promise<WholeVisit> => {
  const { location } = key;
  const { row, images, action } = visit;
  const events =
    row.signed_out === null ? (["visitor_signed_in"] as const) : (["visitor_signed_in", "visitor_signed_out"] as const);
  const entry = { location, action, events, subject: "visit" };
  const written = await store.insertVisit(ctx, key, row, images, entry, check);
  if (written === undefined) {
    const found = await store.findReferences(ctx.db, location, row);
    checkReferences(found);
    if (!found.watchlist || check !== undefined) throw notFound();
    return inTransaction(ctx, async (inner) => insert(inner, key, visit, await screen(inner, location, typedOf(row))));
  }
  if (check !== undefined) await recordHits(ctx, location, { subject: "visit", id: key.id }, check);
  ctx.context.metrics.signIns.add(sourceName(row.signed_in_source));
  return { ...written, ...images };
};

/** Inserts a visit and, in the same transaction, its signatures; one that a user starts in the console can be taken back for a moment. */
const write = async (ctx: RequestContext, location: string, visit: NewVisit): Promise<WholeVisit> => {
  const { row, images, sign } = visit;
  const key = { location, id: newId(location, ctx.now), now: ctx.now };
  const isHeld = ctx.principal.session !== undefined && row.signed_out === null;
  const put = async (inner: RequestContext): Promise<WholeVisit> => {
    const written = await insert(inner, key, visit);
    if (isHeld) await holdSignIn(inner.db, key, ctx.principal._id);
    return written;
  };
  if (sign !== undefined)
    return inTransaction(ctx, async (inner) => {
      const written = await put(inner);
      await sign(inner, { id: key.id, row });
      return written;
    });
  if (row.agreements.length === 0) return isHeld ? inTransaction(ctx, put) : put(ctx);
  return inTransaction(ctx, async (inner) => {
    const signing = await agreementChangesOf(inner, location, row.agreements);
    const written = await put(inner);
    const signedAt = row.signed_in < iso(ctx.now) ? row.signed_in : iso(ctx.now);
    await recordSignatures(inner, location, signing, { ...row, ...images, visit: key.id, signedAt });
    return written;
  });
};

/**
 * Starts a visit, or records one afterwards with both times. Errors: `400` for bad times and references, and for a
 * registered visitor who is inside.
 */
export const start = async (
  ctx: RequestContext,
  location: string,
  input: Input,
  origin: Origin = AT_CONSOLE,
): Promise<WholeVisit> => {
  const body = await withInstants(ctx, location, input, TIMES);
  const row = newRow(ctx, body, origin);
  checkOrder(row);
  const images = { photo: body.photo ?? null, signature: body.signature ?? null };
  const action = body.notify_host === false ? UNNOTIFIED_START : START;
  const visit = { row, images, action, sign: origin.sign } as const;
  const { known_visitor_id } = row;
  if (known_visitor_id === null) return write(ctx, location, visit);
  return startForRegistered(ctx, location, known_visitor_id, row, (inner) => write(inner, location, visit));
};

/** One visit in full. Errors: `404`. */
export const readVisit = async (ctx: RequestContext, location: string, id: string): Promise<RawJson> => {
  const visit = await store.findVisit(ctx.db, location, id);
  if (visit === undefined) throw notFound();
  return fullVisit(visit);
};

/** The fields of a visit; undefined if there is none. */
export const findRecord = async (
  ctx: RequestContext,
  location: string,
  id: string,
): Promise<VisitRecord | undefined> => {
  const visit = await store.findVisit(ctx.db, location, id);
  return visit && recordOf(visit);
};

/** The current state of several visits of a location, without photo and signature. */
export const readMany = async (ctx: RequestContext, location: string, ids: readonly string[]): Promise<RawJson> => {
  const visits = await store.findVisits(ctx.db, location, ids);
  return new RawJson(`[${visits.map((visit) => fullVisit(visit).text).join(",")}]`);
};
