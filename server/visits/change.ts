import { isDeepStrictEqual } from "node:util";

import { distinct } from "../agreements/assignments.ts";
import { sign, signingOf } from "../agreements/signing.ts";
import type { Act, ReadyJson } from "../http/call.ts";
import { checkMatch } from "../http/conditional.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { iso } from "../lib/time.ts";
import { checkExtra, extraOf, mergeExtra } from "../lib/extra.ts";
import { withInstants } from "../locations/dates.ts";
import type { VisitRow } from "./columns.ts";
import type { VISIT_TEXTS } from "./contract.ts";
import { checkKnownChange } from "./known.ts";
import * as store from "./store.ts";
import { checkOrder, checkReferences, CONSOLE, DOCUMENTED, fullVisit, type Input, timeOf, TIMES } from "./visits.ts";

type Sent = { body: Input; removed: ReadonlySet<string> };

/** The value a `PUT` leaves in a column: the sent one, none when it was removed, else the stored one. */
const keep = <T>(sent: T | undefined, name: string, { removed }: Sent, stored: T | null): T | null =>
  removed.has(name) ? null : (sent ?? stored);

const keptTexts = (sent: Sent, old: VisitRow): Pick<VisitRow, (typeof VISIT_TEXTS)[number]> => {
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

const keptTimes = (act: Act, { body, removed }: Sent, old: VisitRow): Pick<VisitRow, "signed_in" | "signed_out"> => {
  if (removed.has("signed_in"))
    throw badRequest('"signed_in" must be a timestamp; every visit has a start.', "not_removable", "signed_in");
  if (removed.has("signed_out") && old.signed_out !== null)
    throw badRequest('"signed_out" of a closed visit can be corrected, not removed.', "not_removable", "signed_out");
  return {
    signed_in: body.signed_in === undefined ? old.signed_in : timeOf("signed_in", body.signed_in, act.now),
    signed_out: body.signed_out === undefined ? old.signed_out : timeOf("signed_out", body.signed_out, act.now),
  };
};

const changedRow = (act: Act, sent: Sent, old: VisitRow, numbering: boolean): VisitRow => {
  const { body, removed } = sent;
  const times = keptTimes(act, sent, old);
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
    signed_out_user: closes ? act.who.name : old.signed_out_user,
    safe: removed.has("safe") ? false : (body.safe ?? old.safe),
    agreements: removed.has("agreements") ? [] : distinct(body.agreements ?? old.agreements),
    extra: checkExtra(mergeExtra(old.extra, extra, gone)),
  };
};

/** Checks references that changed; what was removed later stays valid on old visits. Fills in the mail of a new recipient. */
const resolve = async (act: Act, location: string, sent: Sent, old: VisitRow, row: VisitRow): Promise<VisitRow> => {
  const visit_type = row.visit_type === old.visit_type ? null : row.visit_type;
  const entrypoint_id = row.entrypoint_id === old.entrypoint_id ? null : row.entrypoint_id;
  const recipientChanged = row.recipient !== old.recipient;
  if (visit_type === null && entrypoint_id === null && !recipientChanged) return row;
  const found = await store.findReferences(act.db, location, { visit_type, entrypoint_id, recipient: row.recipient });
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

/** One try of a change: undefined when somebody else changed the visit in between. */
const changeOnce = async (act: Act, location: string, id: string, sent: Sent): Promise<ReadyJson | undefined> => {
  const old = await store.findVisitForChange(act.db, location, id);
  if (old === undefined) throw notFound();
  checkMatch(act, () => fullVisit(old));
  const before = pickRow(old);
  const numbering =
    "visitor_number" in sent.body || sent.removed.has("visitor_number")
      ? await store.isNumbering(act.db, location)
      : false;
  const row = await resolve(act, location, sent, before, changedRow(act, sent, before, numbering));
  checkOrder(row);
  const signing = await signingOf(act, location, row.agreements, before.agreements);
  await checkKnownChange(act, { location, id }, row, before);
  const images = {
    photo: keep(sent.body.photo, "photo", sent, old.photo),
    signature: keep(sent.body.signature, "signature", sent, old.signature),
  };
  const imagesChanged = images.photo !== old.photo || images.signature !== old.signature;
  if (!imagesChanged && isDeepStrictEqual(row, before)) return fullVisit(old);
  const closes = before.signed_out === null && row.signed_out !== null;
  const events = [closes ? "visitor_signed_out" : "visitor_updated"] as const;
  const entry = { location, act: closes ? "visit.sign_out" : "visit.change", events, subject: "visit" };
  const visit = await store.updateVisit(
    act,
    { location, id, now: act.now },
    { row, images, imagesChanged, rev: old.rev },
    entry,
  );
  if (visit === undefined) return undefined;
  await sign(act, location, signing, { ...row, ...images, visit: id, signedAt: iso(act.now) });
  return fullVisit({ ...visit, ...images });
};

/** Changes a visit; tried again when it was changed by others meanwhile. Errors: `400`, `404`. */
export const change = async (act: Act, location: string, id: string, asked: Sent): Promise<ReadyJson> => {
  const sent = { ...asked, body: await withInstants(act, location, asked.body, TIMES) };
  const changed = async (inner: Act): Promise<ReadyJson> => {
    for (;;) {
      const visit = await changeOnce(inner, location, id, sent);
      if (visit !== undefined) return visit;
    }
  };
  // What decides whether a registered visitor is inside is checked and written while they are locked; and a visit's agreements
  // are written with their signatures.
  const { known_visitor_id, signed_in, agreements } = sent.body;
  const alone = known_visitor_id === undefined && signed_in === undefined && agreements === undefined;
  return alone && !sent.removed.has("agreements") ? changed(act) : together(act, changed);
};
