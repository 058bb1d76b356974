import { optional } from "../../platform/lib/record/optional.ts";
import { checkNotRemoved, mergeValue } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { type RequestContext, FileResponse } from "../../platform/http/request-context.ts";
import { withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { mergeRecord, newRecord, orderedRecords, recordEntry } from "../../platform/http/ordered-records.ts";
import { type LanguagePreference, pickText } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { checkTotal, isLarger } from "../../platform/lib/record/record-limits.ts";
import { mergeCaptions } from "./captions.ts";
import { assignTypes, distinct } from "./assignments.ts";
import { mergeContent, NO_CONTENT, type Update, type Upload } from "./content.ts";
import type { Agreement, AgreementInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof AgreementInput>;
type Wire = Static<typeof Agreement>;
type Whole = store.WholeAgreement;

const SUBJECT = "agreement";

const wire = (row: Whole, languages: LanguagePreference): Wire => {
  const { name, video, captions, pdf, expiry_days, ...rest } = row;
  const hasCaptions = Object.keys(captions).length > 0;
  const answer = {
    ...rest,
    name: pickText(name, languages) ?? "",
    ...optional("video", pickText(video, languages)),
    ...optional("captions", pickText(captions, languages)),
    ...optional("pdf_files", Object.keys(pdf).length > 0 ? pdf : undefined),
    ...optional("expiry_days", expiry_days),
    translations: { name, video, ...optional("captions", hasCaptions ? captions : undefined) },
  };
  return withState(answer, row);
};

/**
 * Runs after the change was logged: the log's lock lets one call per location in at a time, so two at once can't exceed
 * the limit together.
 */
const checkRoom = async ({ db }: RequestContext, location: string): Promise<void> =>
  checkTotal(await store.totalOf(db, location), { kind: "agreements", field: "agreement_text", mebibytes: 16 });

/** The uploaded document in the requested language. Errors: `404` if there is none in any language. */
export const readPdf = async (
  ctx: RequestContext,
  location: string,
  id: string,
  languages: LanguagePreference,
): Promise<FileResponse> => {
  const row = await store.findAgreement(ctx.db, location, id);
  const file = row && pickText(row.pdf, languages);
  const bytes = file && (await store.findFile(ctx.db, location, id, file.sha256));
  if (bytes === undefined) throw notFound();
  return new FileResponse(bytes, `agreement-${id}.pdf`);
};

const initial = (ctx: RequestContext, location: string): Whole => ({
  ...newRecord(ctx, location),
  version: 1,
  expiry_days: null,
  group_only: false,
  captions: {},
  visit_types: [],
  ...NO_CONTENT,
});

const merged = (input: Update, old: Whole): { row: Whole; uploads: Upload[] } => {
  const { body } = input;
  checkNotRemoved(input, "name");
  const { content, uploads } = mergeContent(input, old);
  const row = {
    ...old,
    ...content,
    ...mergeRecord(input, old, "the agreement's name"),
    expiry_days: mergeValue(input, "expiry_days", body.expiry_days, old.expiry_days, null),
    group_only: mergeValue(input, "group_only", body.group_only, old.group_only, false),
    captions: mergeCaptions(input, old.captions),
    visit_types: distinct(mergeValue(input, "visit_types", body.visit_types, old.visit_types, [])),
  };
  return { row, uploads };
};

const contentOf = ({ type, agreement_text, video, pdf }: Whole): store.Content => ({
  type,
  agreement_text,
  video,
  pdf,
});

/** The columns of the agreement itself. */
const rowOf = (whole: Whole): store.AgreementRow => {
  const { type: _type, agreement_text: _text, video: _video, pdf: _pdf, visit_types: _types, ...row } = whole;
  return row;
};

const writeContent = async (ctx: RequestContext, whole: Whole, uploads: readonly Upload[]): Promise<void> => {
  const row = rowOf(whole);
  await store.insertVersion(ctx.db, row, contentOf(whole));
  for (const upload of uploads) await store.insertFile(ctx.db, row, upload);
};

/**
 * Creates an agreement; only the name is required. Errors: `400`, also if the location has no room for it
 * (docs/api-conventions.md).
 */
export const createAgreement = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const { row, uploads } = merged({ body, removed: new Set() }, initial(ctx, location));
  await inTransaction(ctx, async (inner) => {
    await writeContent(inner, row, uploads);
    if (row.visit_types.length > 0) await assignTypes(inner, location, row._id, row.visit_types);
    await runLoggedQuery(inner, store.insertAgreement(rowOf(row)), recordEntry(SUBJECT, location, "create"));
    await checkRoom(inner, location);
  });
  return wire(row, languages);
};

/**
 * Gives a new location the agreements of another one, each as its first version. Runs in a transaction.
 * @returns their new IDs by the old ones
 */
export const copyAgreements = async (ctx: RequestContext, from: string, to: string): Promise<Map<string, string>> => {
  const ids = new Map<string, string>();
  for (const [index, whole] of (await store.listAgreements(ctx.db, from)).entries()) {
    const { name: _name, active: _active, ...made } = newRecord(ctx, to);
    const { type, agreement_text, video, pdf, visit_types: _types, ...row } = whole;
    const copy = { ...row, ...made, index, version: 1 };
    ids.set(row._id, copy._id);
    await store.insertVersion(ctx.db, copy, { type, agreement_text, video, pdf });
    await store.copyFiles(
      ctx.db,
      row,
      copy,
      Object.values(pdf).map(({ sha256 }) => sha256),
    );
    await runLoggedQuery(ctx, store.insertAgreement(copy), recordEntry(SUBJECT, to, "create"));
  }
  return ids;
};

/**
 * The agreements of a location in order; one of them in full; its change, by which `version` rises by one if type, text, document or
 * video change (interface 2.3) while earlier signatures keep theirs; its removal, after which visits and signed versions stay.
 */
export const {
  list: listAgreements,
  read: readAgreement,
  update: updateAgreement,
  remove: removeAgreement,
} = orderedRecords<Whole, Wire, Input>({
  list: store.listAgreements,
  find: store.findAgreement,
  lock: async (db, location, id) => {
    await store.lockAgreement(db, location, id);
    return store.findAgreement(db, location, id);
  },
  wire,
  change: async (ctx, input, old) => {
    const { company_id: location, _id } = old;
    const { row, uploads } = merged(input, old);
    if (isDeepStrictEqual(row, old)) return old;
    const isNewContent = !isDeepStrictEqual(contentOf(row), contentOf(old));
    const changed = { ...row, version: isNewContent ? old.version + 1 : old.version, mod_date: iso(ctx.now) };
    if (isNewContent) await writeContent(ctx, changed, uploads);
    if (!isDeepStrictEqual(row.visit_types, old.visit_types)) await assignTypes(ctx, location, _id, row.visit_types);
    await runLoggedQuery(ctx, store.updateAgreement(rowOf(changed)), recordEntry(SUBJECT, location, "change"));
    if (isLarger(row, old)) await checkRoom(ctx, location);
    return changed;
  },
  remove: async (ctx, location, id) => {
    await assignTypes(ctx, location, id, []);
    return runLoggedQuery(ctx, store.deleteAgreement(location, id), recordEntry(SUBJECT, location, "remove"));
  },
  removed: "Agreement removed.",
});
