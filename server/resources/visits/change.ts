import { mergeSent, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { distinct } from "../agreements/assignments.ts";
import { recordSignatures, agreementChangesOf } from "../agreements/signing.ts";
import type { RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { checkExtra, extraOf, mergeExtra } from "../../platform/lib/record/extra.ts";
import { withInstants } from "../../platform/http/input/location-dates.ts";
import { compareAgain } from "../watch-checks/screening.ts";
import type { VisitRow } from "./columns.ts";
import { checkRegisteredChange } from "./registered.ts";
import * as store from "./store.ts";
import {
  AS_SENT,
  checkOrder,
  checkReferences,
  CONSOLE,
  DOCUMENTED,
  fullVisit,
  type Input,
  timeOf,
  TIMES,
  typedOf,
} from "./visits.ts";

type Update = UpdateInput<Input>;

const keptTimes = (
  ctx: RequestContext,
  { body, removed }: Update,
  old: VisitRow,
): Pick<VisitRow, "signed_in" | "signed_out"> => {
  if (removed.has("signed_in"))
    throw badRequest('"signed_in" must be a timestamp: every visit has a start.', "not_removable", "signed_in");
  if (removed.has("signed_out") && old.signed_out !== null)
    throw badRequest(
      '"signed_out" can be changed but not removed once the visitor has signed out.',
      "not_removable",
      "signed_out",
    );
  return {
    signed_in: body.signed_in === undefined ? old.signed_in : timeOf("signed_in", body.signed_in, ctx.now),
    signed_out: body.signed_out === undefined ? old.signed_out : timeOf("signed_out", body.signed_out, ctx.now),
  };
};

const changedRow = (ctx: RequestContext, input: Update, old: VisitRow, numbering: boolean): VisitRow => {
  const { body, removed } = input;
  const times = keptTimes(ctx, input, old);
  const closes = old.signed_out === null && times.signed_out !== null;
  const extra = extraOf(body, DOCUMENTED);
  const removedKeys = new Set(removed);
  if (numbering) {
    delete extra["visitor_number"];
    removedKeys.delete("visitor_number");
  }
  return {
    ...old,
    ...mergeSent(AS_SENT, input, old),
    ...times,
    signed_out_source: closes ? CONSOLE : old.signed_out_source,
    signed_out_user: closes ? ctx.principal.name : old.signed_out_user,
    safe: removed.has("safe") ? false : (body.safe ?? old.safe),
    agreements: removed.has("agreements") ? [] : distinct(body.agreements ?? old.agreements),
    extra: checkExtra(mergeExtra(old.extra, extra, removedKeys), old.extra),
  };
};

/**
 * Checks references that changed; one that was removed later remains valid on old visits. Fills in the address of a new
 * host.
 */
const resolve = async (
  ctx: RequestContext,
  location: string,
  input: Update,
  old: VisitRow,
  row: VisitRow,
): Promise<VisitRow> => {
  const visit_type = row.visit_type === old.visit_type ? null : row.visit_type;
  const entrypoint_id = row.entrypoint_id === old.entrypoint_id ? null : row.entrypoint_id;
  const recipientChanged = row.recipient !== old.recipient;
  if (visit_type === null && entrypoint_id === null && !recipientChanged) return row;
  const found = await store.findReferences(ctx.db, location, { visit_type, entrypoint_id, recipient: row.recipient });
  checkReferences(found);
  const mailGiven = input.body.recipient_mail !== undefined || input.removed.has("recipient_mail");
  return recipientChanged && !mailGiven ? { ...row, recipient_mail: found.host_mail } : row;
};

const pickRow = ({
  _id,
  rev: _rev,
  approval: _approval,
  doc: _doc,
  photo: _photo,
  signature: _signature,
  ...row
}: store.VisitForChange) => row satisfies VisitRow;

/** What the watch lists compare, and whether they do. */
const COMPARED = ["first_name", "last_name", "email", "phone", "born", "visit_type"] as const;

const isOther = (row: VisitRow, before: VisitRow): boolean =>
  row.visit_type !== null &&
  (row.visit_type !== before.visit_type || !isDeepStrictEqual(typedOf(row), typedOf(before)));

/** One attempt at a change: undefined if another request changed the visit in the meantime. */
const changeOnce = async (
  ctx: RequestContext,
  location: string,
  id: string,
  input: Update,
): Promise<RawJson | undefined> => {
  const old = await store.findVisitForChange(ctx.db, location, id);
  if (old === undefined) throw notFound();
  checkIfMatch(ctx, () => fullVisit(old));
  const before = pickRow(old);
  const numbering =
    "visitor_number" in input.body || input.removed.has("visitor_number")
      ? await store.isNumbering(ctx.db, location)
      : false;
  const row = await resolve(ctx, location, input, before, changedRow(ctx, input, before, numbering));
  checkOrder(row);
  const signing = await agreementChangesOf(ctx, location, row.agreements, before.agreements);
  await checkRegisteredChange(ctx, { location, id }, row, before);
  const images = {
    photo: mergeValue(input, "photo", input.body.photo, old.photo, null),
    signature: mergeValue(input, "signature", input.body.signature, old.signature, null),
  };
  const imagesChanged = images.photo !== old.photo || images.signature !== old.signature;
  if (!imagesChanged && isDeepStrictEqual(row, before)) return fullVisit(old);
  const closes = before.signed_out === null && row.signed_out !== null;
  const events = [closes ? "visitor_signed_out" : "visitor_updated"] as const;
  const entry = { location, action: closes ? "visit.sign_out" : "visit.change", events, subject: "visit" };
  const visit = await store.updateVisit(
    ctx,
    { location, id, now: ctx.now },
    { row, images, imagesChanged, rev: old.rev },
    entry,
  );
  if (visit === undefined) return undefined;
  if (isOther(row, before)) await compareAgain(ctx, location, { _id: id, visit_type: row.visit_type, ...typedOf(row) });
  await recordSignatures(ctx, location, signing, { ...row, ...images, visit: id, signedAt: iso(ctx.now) });
  return fullVisit({ ...visit, ...images });
};

/** Changes a visit, and tries again if others changed it in the meantime. Errors: `400`, `404`. */
export const changeVisit = async (
  ctx: RequestContext,
  location: string,
  id: string,
  update: Update,
): Promise<RawJson> => {
  const datedUpdate = { ...update, body: await withInstants(ctx, location, update.body, TIMES) };
  const changed = async (inner: RequestContext): Promise<RawJson> => {
    for (;;) {
      const visit = await changeOnce(inner, location, id, datedUpdate);
      if (visit !== undefined) return visit;
    }
  };
  // Changes that affect whether a registered visitor is inside are checked and written while the registered visitor is
  // locked, and a visit's agreements are written with their signatures, another name with the hits that it makes.
  const { known_visitor_id, signed_in, agreements } = datedUpdate.body;
  const isCompared = COMPARED.some((key) => key in datedUpdate.body || datedUpdate.removed.has(key));
  const alone = known_visitor_id === undefined && signed_in === undefined && agreements === undefined && !isCompared;
  return alone && !datedUpdate.removed.has("agreements") ? changed(ctx) : inTransaction(ctx, changed);
};
