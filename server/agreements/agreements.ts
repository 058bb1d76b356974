import { isDeepStrictEqual } from "node:util";

import { change } from "../events/log.ts";
import { type Act, FileAnswer } from "../http/call.ts";
import { checkMatch, ofState, removeMatched, withState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { type Languages, mergeTexts, pick, type Texts } from "../lib/texts.ts";
import { iso } from "../lib/time.ts";
import { assignTypes, distinct } from "./assignments.ts";
import { mergeContent, NO_CONTENT, type Sent, type Upload } from "./content.ts";
import type { Agreement, AgreementInput } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof AgreementInput>;
type Wire = Static<typeof Agreement>;
type Whole = store.WholeAgreement;

const optional = <K extends string, T>(key: K, value: T | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as Partial<Record<K, T>>;

const wire = (row: Whole, languages: Languages): Wire => {
  const { name, video, pdf, expiry_days, ...rest } = row;
  const answer = {
    ...rest,
    name: pick(name, languages) ?? "",
    ...optional("video", pick(video, languages)),
    ...optional("pdf_files", Object.keys(pdf).length > 0 ? pdf : undefined),
    ...optional("expiry_days", expiry_days),
    translations: { name, video },
  };
  return withState(answer, row);
};

/** Reads an agreement and keeps it from being changed until the transaction ends. */
const lockWhole = async ({ db }: Act, location: string, id: string): Promise<Whole | undefined> => {
  await store.lockAgreement(db, location, id);
  return store.findAgreement(db, location, id);
};

const named = (name: Texts): Texts => {
  if (!Object.values(name).some((text) => text.trim() !== ""))
    throw badRequest('"name" is required: what people call the agreement.', "missing_key", "name");
  return name;
};

const entry = (location: string, act: string) => ({
  location,
  act: `agreement.${act}`,
  events: ["company_updated"] as const,
  subject: "agreement",
});

/** The agreements of a location, in their order. */
export const list = async (act: Act, location: string, languages: Languages): Promise<Wire[]> =>
  (await store.selectAgreements(act.db, location)).map((row) => wire(row, languages));

/** One agreement in full. Errors: `404`. */
export const read = async (act: Act, location: string, id: string, languages: Languages): Promise<Wire> => {
  const row = await store.findAgreement(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

/** The uploaded document in the language wanted. Errors: `404` when there is none in any. */
export const readPdf = async (act: Act, location: string, id: string, languages: Languages): Promise<FileAnswer> => {
  const row = await store.findAgreement(act.db, location, id);
  const file = row && pick(row.pdf, languages);
  const bytes = file && (await store.findFile(act.db, location, id, file.sha256));
  if (bytes === undefined) throw notFound();
  return new FileAnswer(bytes, `agreement-${id}.pdf`);
};

const initial = (act: Act, location: string): Whole => ({
  company_id: location,
  _id: newId(location, act.now),
  name: {},
  active: true,
  version: 1,
  index: 0,
  expiry_days: null,
  group_only: false,
  create_date: iso(act.now),
  mod_date: iso(act.now),
  visit_types: [],
  ...NO_CONTENT,
});

/** A value after a write: the sent one, what it starts from when it was removed, else the stored one. */
const kept = <T>({ removed }: Sent, name: string, sent: T | undefined, old: T, empty: T): T =>
  removed.has(name) ? empty : (sent ?? old);

const merged = (sent: Sent, old: Whole): { row: Whole; uploads: Upload[] } => {
  const { body, removed } = sent;
  if (removed.has("name")) throw badRequest('"name" is required and cannot be removed.', "not_removable", "name");
  const { content, uploads } = mergeContent(sent, old);
  const row = {
    ...old,
    ...content,
    name: named(mergeTexts(old.name, body.name, body.translations?.name)),
    active: kept(sent, "active", body.active, old.active, true),
    index: kept(sent, "index", body.index, old.index, 0),
    expiry_days: kept(sent, "expiry_days", body.expiry_days, old.expiry_days, null),
    group_only: kept(sent, "group_only", body.group_only, old.group_only, false),
    visit_types: distinct(kept(sent, "visit_types", body.visit_types, old.visit_types, [])),
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

const writeContent = async (act: Act, whole: Whole, uploads: readonly Upload[]): Promise<void> => {
  const row = rowOf(whole);
  await store.insertVersion(act.db, row, contentOf(whole));
  for (const upload of uploads) await store.insertFile(act.db, row, upload);
};

/** Creates an agreement; a name is enough. Errors: `400`. */
export const create = async (act: Act, location: string, body: Input, languages: Languages): Promise<Wire> => {
  const { row, uploads } = merged({ body, removed: new Set() }, initial(act, location));
  await together(act, async (inner) => {
    await writeContent(inner, row, uploads);
    if (row.visit_types.length > 0) await assignTypes(inner, location, row._id, row.visit_types);
    await change(inner, store.insertAgreement(rowOf(row)), entry(location, "create"));
  });
  return wire(row, languages);
};

/**
 * Changes an agreement; `version` rises by one when type, text, document or video change (interface 2.3), and what was
 * signed before keeps its own. Errors: `400`, `404`.
 */
export const update = (act: Act, location: string, id: string, sent: Sent, languages: Languages): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await lockWhole(inner, location, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => ofState(old));
    const { row, uploads } = merged(sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const isNewContent = !isDeepStrictEqual(contentOf(row), contentOf(old));
    const changed = { ...row, version: isNewContent ? old.version + 1 : old.version, mod_date: iso(act.now) };
    if (isNewContent) await writeContent(inner, changed, uploads);
    if (!isDeepStrictEqual(row.visit_types, old.visit_types)) await assignTypes(inner, location, id, row.visit_types);
    await change(inner, store.updateAgreement(rowOf(changed)), entry(location, "change"));
    return wire(changed, languages);
  });

const removeAny = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  together(act, async (inner) => {
    await assignTypes(inner, location, id, []);
    const removed = await change(inner, store.deleteAgreement(location, id), entry(location, "remove"));
    if (removed.length === 0) throw notFound();
    return { message: "The agreement was removed." };
  });

/** Removes an agreement; visits keep naming it, and its versions stay for what was signed. Errors: `404`, `412`. */
export const remove = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async (inner) => {
      const old = await lockWhole(inner, location, id);
      return old && ofState(old);
    },
    (inner) => removeAny(inner, location, id),
  );
