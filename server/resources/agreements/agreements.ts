import { optional } from "../../platform/lib/record/optional.ts";
import { checkNotRemoved, mergeName, mergeValue } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { type RequestContext, FileResponse } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
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

/** Reads an agreement and keeps it from being changed until the transaction ends. */
const lockWhole = async ({ db }: RequestContext, location: string, id: string): Promise<Whole | undefined> => {
  await store.lockAgreement(db, location, id);
  return store.findAgreement(db, location, id);
};

const entry = (location: string, action: string) => ({
  location,
  action: `agreement.${action}`,
  events: ["company_updated"] as const,
  subject: "agreement",
});

/**
 * Runs after the change was logged: the log's lock lets one call per location in at a time, so two at once can't exceed
 * the limit together.
 */
const checkRoom = async ({ db }: RequestContext, location: string): Promise<void> =>
  checkTotal(await store.totalOf(db, location), { kind: "agreements", field: "agreement_text", mebibytes: 16 });

/** The agreements of a location, in order. */
export const list = async (ctx: RequestContext, location: string, languages: LanguagePreference): Promise<Wire[]> =>
  (await store.listAgreements(ctx.db, location)).map((row) => wire(row, languages));

/** One agreement in full. Errors: `404`. */
export const read = async (
  ctx: RequestContext,
  location: string,
  id: string,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = await store.findAgreement(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

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
  company_id: location,
  _id: newId(location, ctx.now),
  name: {},
  active: true,
  version: 1,
  index: 0,
  expiry_days: null,
  group_only: false,
  captions: {},
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
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
    name: mergeName(input, old.name, "the agreement's name"),
    active: mergeValue(input, "active", body.active, old.active, true),
    index: mergeValue(input, "index", body.index, old.index, 0),
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
export const create = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const { row, uploads } = merged({ body, removed: new Set() }, initial(ctx, location));
  await inTransaction(ctx, async (inner) => {
    await writeContent(inner, row, uploads);
    if (row.visit_types.length > 0) await assignTypes(inner, location, row._id, row.visit_types);
    await runLoggedQuery(inner, store.insertAgreement(rowOf(row)), entry(location, "create"));
    await checkRoom(inner, location);
  });
  return wire(row, languages);
};

/**
 * Changes an agreement; `version` rises by one if type, text, document or video change (interface 2.3). Earlier
 * signatures keep their version. Errors: `400`, `404`.
 */
export const update = (
  ctx: RequestContext,
  location: string,
  id: string,
  input: Update,
  languages: LanguagePreference,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await lockWhole(inner, location, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => etagStateOf(old));
    const { row, uploads } = merged(input, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const isNewContent = !isDeepStrictEqual(contentOf(row), contentOf(old));
    const changed = { ...row, version: isNewContent ? old.version + 1 : old.version, mod_date: iso(ctx.now) };
    if (isNewContent) await writeContent(inner, changed, uploads);
    if (!isDeepStrictEqual(row.visit_types, old.visit_types)) await assignTypes(inner, location, id, row.visit_types);
    await runLoggedQuery(inner, store.updateAgreement(rowOf(changed)), entry(location, "change"));
    if (isLarger(row, old)) await checkRoom(inner, location);
    return wire(changed, languages);
  });

const removeAny = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    await assignTypes(inner, location, id, []);
    const removed = await runLoggedQuery(inner, store.deleteAgreement(location, id), entry(location, "remove"));
    if (removed.length === 0) throw notFound();
    return { message: "Agreement removed." };
  });

/** Removes an agreement. Visits keep their reference to it, and signed versions are kept. Errors: `404`, `412`. */
export const remove = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async (inner) => {
      const old = await lockWhole(inner, location, id);
      return old && etagStateOf(old);
    },
    (inner) => removeAny(inner, location, id),
  );
