import { isDeepStrictEqual } from "node:util";

import { distinct } from "../agreements/assignments.ts";
import { recordSignatures, agreementChangesOf } from "../agreements/signing.ts";
import type { RequestContext, RawJson } from "../../platform/http/request-context.ts";
import { checkIfMatch } from "../../platform/http/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time.ts";
import { checkExtra, extraOf, mergeExtra } from "../../platform/lib/extra.ts";
import { withInstants } from "../../platform/http/location-dates.ts";
import type { VisitRow } from "./columns.ts";
import type { VISIT_TEXTS } from "./contract.ts";
import { checkRegisteredChange } from "./registered.ts";
import * as store from "./store.ts";
import { checkOrder, checkReferences, CONSOLE, DOCUMENTED, fullVisit, type Input, timeOf, TIMES } from "./visits.ts";

type UpdateInput = { body: Input; removed: ReadonlySet<string> };

/** The value a `PUT` leaves in a column: the sent one, none when it was removed, else the stored one. */
const keep = <T>(sent: T | undefined, name: string, { removed }: UpdateInput, stored: T | null): T | null =>
  removed.has(name) ? null : (sent ?? stored);

const keptTexts = (sent: UpdateInput, old: VisitRow): Pick<VisitRow, (typeof VISIT_TEXTS)[number]> => {
  const { body } = sent;
  return {
    first_name: keep(body.first_name, "first_name", sent, old.first_name),
    last_name: keep(body.last_name, "last_name", sent, old.last_name),
    company: keep(body.company, "company", sent, old.company),
    phone: keep(body.phone, "phone", sent, old.phone),
    address: keep(body.address, "address", sent, old.address),
    zip_code: keep(body.zip_code, "zip_code", sent, old.zip_code),
    city: keep(body.city, "city", sent, old.city),
    recipient: keep(body.recipient, "recipient", sent, old.recipient),
    language_id: keep(body.language_id, "language_id", sent, old.language_id),
  };
};

const keptTimes = (
  ctx: RequestContext,
  { body, removed }: UpdateInput,
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

const changedRow = (ctx: RequestContext, sent: UpdateInput, old: VisitRow, numbering: boolean): VisitRow => {
  const { body, removed } = sent;
  const times = keptTimes(ctx, sent, old);
  const closes = old.signed_out === null && times.signed_out !== null;
  const extra = extraOf(body, DOCUMENTED);
  const gone = new Set(removed);
  if (numbering) {
    delete extra["visitor_number"];
    gone.delete("visitor_number");
  }
  return {
    ...old,
    ...keptTexts(sent, old),
    ...times,
    email: keep(body.email, "email", sent, old.email),
    recipient_mail: keep(body.recipient_mail, "recipient_mail", sent, old.recipient_mail),
    visit_type: keep(body.visit_type, "visit_type", sent, old.visit_type),
    entrypoint_id: keep(body.entrypoint_id, "entrypoint_id", sent, old.entrypoint_id),
    known_visitor_id: keep(body.known_visitor_id, "known_visitor_id", sent, old.known_visitor_id),
    signed_out_source: closes ? CONSOLE : old.signed_out_source,
    signed_out_user: closes ? ctx.principal.name : old.signed_out_user,
    safe: removed.has("safe") ? false : (body.safe ?? old.safe),
    agreements: removed.has("agreements") ? [] : distinct(body.agreements ?? old.agreements),
    extra: checkExtra(mergeExtra(old.extra, extra, gone)),
  };
};

/** Checks references that changed; what was removed later stays valid on old visits. Fills in the mail of a new recipient. */
const resolve = async (
  ctx: RequestContext,
  location: string,
  sent: UpdateInput,
  old: VisitRow,
  row: VisitRow,
): Promise<VisitRow> => {
  const visit_type = row.visit_type === old.visit_type ? null : row.visit_type;
  const entrypoint_id = row.entrypoint_id === old.entrypoint_id ? null : row.entrypoint_id;
  const recipientChanged = row.recipient !== old.recipient;
  if (visit_type === null && entrypoint_id === null && !recipientChanged) return row;
  const found = await store.findReferences(ctx.db, location, { visit_type, entrypoint_id, recipient: row.recipient });
  checkReferences(found);
  const mailGiven = sent.body.recipient_mail !== undefined || sent.removed.has("recipient_mail");
  return recipientChanged && !mailGiven ? { ...row, recipient_mail: found.host_mail } : row;
};

const pickRow = ({
  rev: _rev,
  approval: _approval,
  doc: _doc,
  photo: _photo,
  signature: _signature,
  ...row
}: store.VisitForChange) => row satisfies VisitRow;

/** One try of a change: undefined when another request changed the visit in between. */
const changeOnce = async (
  ctx: RequestContext,
  location: string,
  id: string,
  sent: UpdateInput,
): Promise<RawJson | undefined> => {
  const old = await store.findVisitForChange(ctx.db, location, id);
  if (old === undefined) throw notFound();
  checkIfMatch(ctx, () => fullVisit(old));
  const before = pickRow(old);
  const numbering =
    "visitor_number" in sent.body || sent.removed.has("visitor_number")
      ? await store.isNumbering(ctx.db, location)
      : false;
  const row = await resolve(ctx, location, sent, before, changedRow(ctx, sent, before, numbering));
  checkOrder(row);
  const signing = await agreementChangesOf(ctx, location, row.agreements, before.agreements);
  await checkRegisteredChange(ctx, { location, id }, row, before);
  const images = {
    photo: keep(sent.body.photo, "photo", sent, old.photo),
    signature: keep(sent.body.signature, "signature", sent, old.signature),
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
  await recordSignatures(ctx, location, signing, { ...row, ...images, visit: id, signedAt: iso(ctx.now) });
  return fullVisit({ ...visit, ...images });
};

/** Changes a visit; tried again when it was changed by others meanwhile. Errors: `400`, `404`. */
export const change = async (
  ctx: RequestContext,
  location: string,
  id: string,
  asked: UpdateInput,
): Promise<RawJson> => {
  const sent = { ...asked, body: await withInstants(ctx, location, asked.body, TIMES) };
  const changed = async (inner: RequestContext): Promise<RawJson> => {
    for (;;) {
      const visit = await changeOnce(inner, location, id, sent);
      if (visit !== undefined) return visit;
    }
  };
  // What decides whether a registered visitor is inside is checked and written while they are locked; and a visit's agreements
  // are written with their signatures.
  const { known_visitor_id, signed_in, agreements } = sent.body;
  const alone = known_visitor_id === undefined && signed_in === undefined && agreements === undefined;
  return alone && !sent.removed.has("agreements") ? changed(ctx) : inTransaction(ctx, changed);
};
