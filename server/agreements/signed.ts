import { type Act, FileAnswer } from "../http/call.ts";
import { notFound } from "../lib/errors.ts";
import { shownIn } from "./content.ts";
import type { Document } from "./document.ts";
import { seal } from "./seal.ts";
import * as store from "./signed-store.ts";
import { findFile } from "./store.ts";

const documentOf = async (act: Act, location: string, record: store.SignedRecord): Promise<Document> => {
  const shown = shownIn(record, { asked: record.language, fallback: record.default_language });
  const attached =
    shown.pdf === undefined ? undefined : await findFile(act.db, location, record.agreement_id, shown.pdf);
  const place = [record.zip_code, record.city].filter((part) => part !== null).join(" ");
  return {
    ...record,
    ...shown,
    language: record.language,
    attached,
    place: [record.location, record.address ?? "", place].filter((part) => part.trim() !== ""),
  };
};

/**
 * An agreement as it was signed during a visit, as PDF: made and sealed once, then the same bytes for ever.
 * Errors: `404` when the visit did not sign it.
 */
export const readSigned = async (act: Act, location: string, visit: string, agreement: string): Promise<FileAnswer> => {
  const kept = await store.findSignedPdf(act.db, location, visit, agreement);
  if (kept === undefined) throw notFound();
  const pdf = kept ?? (await make(act, location, visit, agreement));
  return new FileAnswer(pdf, `signed-agreement-${visit}-${agreement}.pdf`);
};

/** The agreements a visit signed. Errors: `404` when there is no such visit. */
export const listSigned = async (act: Act, location: string, visit: string) => {
  const lines = await store.listSigned(act.db, location, visit);
  if (lines === undefined) throw notFound();
  return lines.map(({ valid_until, ...line }) => ({ ...line, ...(valid_until === null ? {} : { valid_until }) }));
};

const make = async (act: Act, location: string, visit: string, agreement: string): Promise<Buffer> => {
  const record = await store.findSigned(act.db, location, visit, agreement);
  if (record === undefined) throw notFound();
  const { visit_id, agreement_id, version, signed_at } = record;
  const bytes = await act.context.documents.render(location, await documentOf(act, location, record));
  const sealed = seal(act.context.secretKey, bytes, {
    visit: visit_id,
    agreement: agreement_id,
    version,
    signed: signed_at,
  });
  const pdf = await store.keepSignedPdf(act.db, location, [visit, agreement], sealed);
  if (pdf === undefined) throw notFound();
  return pdf;
};
