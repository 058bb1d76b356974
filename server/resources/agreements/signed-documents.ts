import { type RequestContext, FileResponse } from "../../platform/http/request-context.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { contentIn } from "./content.ts";
import type { SignedDocument } from "./document.ts";
import { seal } from "./seal.ts";
import * as store from "./signed-store.ts";
import { findFile } from "./store.ts";

const documentOf = async (
  ctx: RequestContext,
  location: string,
  record: store.SignedRecord,
): Promise<SignedDocument> => {
  const shownContent = contentIn(record, { preferred: record.language, fallback: record.default_language });
  const attached =
    shownContent.pdf === undefined
      ? undefined
      : await findFile(ctx.db, location, record.agreement_id, shownContent.pdf);
  const place = [record.zip_code, record.city].filter((part) => part !== null).join(" ");
  return {
    ...record,
    ...shownContent,
    language: record.language,
    attached,
    place: [record.location, record.address ?? "", place].filter((part) => part.trim() !== ""),
  };
};

/**
 * An agreement as signed during a visit, as a PDF: made and sealed once, the same bytes forever after. Errors: `404` if
 * it wasn't signed on the visit.
 */
export const readSigned = async (
  ctx: RequestContext,
  location: string,
  visit: string,
  agreement: string,
): Promise<FileResponse> => {
  const kept = await store.findSignedPdf(ctx.db, location, visit, agreement);
  if (kept === undefined) throw notFound();
  const pdf = kept ?? (await make(ctx, location, visit, agreement));
  return new FileResponse(pdf, `signed-agreement-${visit}-${agreement}.pdf`);
};

/** The agreements signed on a visit. Errors: `404` if there is no such visit. */
export const listSigned = async (ctx: RequestContext, location: string, visit: string) => {
  const lines = await store.listSigned(ctx.db, location, visit);
  if (lines === undefined) throw notFound();
  return lines.map(({ valid_until, ...line }) => ({ ...line, ...(valid_until === null ? {} : { valid_until }) }));
};

const make = async (ctx: RequestContext, location: string, visit: string, agreement: string): Promise<Buffer> => {
  const record = await store.findSigned(ctx.db, location, visit, agreement);
  if (record === undefined) throw notFound();
  const { visit_id, agreement_id, version, signed_at } = record;
  const bytes = await ctx.context.documents.render(location, await documentOf(ctx, location, record));
  const sealed = seal(ctx.context.secretKey, bytes, {
    visit: visit_id,
    agreement: agreement_id,
    version,
    signed: signed_at,
  });
  const pdf = await store.insertSignedPdf(ctx.db, location, [visit, agreement], sealed);
  if (pdf === undefined) throw notFound();
  return pdf;
};
