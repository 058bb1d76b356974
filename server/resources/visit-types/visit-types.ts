import { optional } from "../../platform/lib/record/optional.ts";
import { mergeName, mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { assignAgreements, distinct } from "../agreements/assignments.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { checkTotal, isLarger } from "../../platform/lib/record/record-limits.ts";
import { type LocationField, NOTIFICATIONS, type VisitType, type VisitTypeInput } from "./contract.ts";
import { builtInFields, isBuiltIn, mergeFields, type StoredField, wireField } from "./fields.ts";
import { mergeNotificationTexts, plainNotificationTexts } from "./notification-texts.ts";
import * as store from "./store.ts";

type Input = Static<typeof VisitTypeInput>;
type Wire = Static<typeof VisitType>;
type Update = UpdateInput<Input>;

const wire = (row: store.VisitTypeRow, languages: LanguagePreference): Wire => {
  const { screening_mail, ends_after_minutes, welcome_message, signout_message, notification_texts, ...other } = row;
  const { name, fields, ...rest } = other;
  const answer = {
    ...rest,
    // A channel that was added later is missing in older rows.
    host_notifications: { ...NOTIFICATIONS, ...rest.host_notifications },
    name: pickText(name, languages) ?? "",
    fields: fields.map((field) => wireField(field, languages)),
    ...optional("screening_mail", screening_mail),
    ...optional("ends_after_minutes", ends_after_minutes),
    ...optional("welcome_message", pickText(welcome_message, languages)),
    ...optional("signout_message", pickText(signout_message, languages)),
    ...plainNotificationTexts(notification_texts, languages),
    translations: { name, welcome_message, signout_message, ...notification_texts },
  };
  return withState(answer, row);
};

const initial = (ctx: RequestContext, location: string): store.VisitTypeRow => ({
  company_id: location,
  _id: newId(location, ctx.now),
  name: {},
  active: true,
  index: 0,
  fields: builtInFields(),
  screening: false,
  screening_mail: null,
  registered_visitors: true,
  agreements: [],
  photo: "off",
  signature: "off",
  badge: false,
  ends_after_minutes: null,
  host_notifications: NOTIFICATIONS,
  welcome_message: {},
  signout_message: {},
  notification_texts: {},
  create_date: iso(ctx.now),
  mod_date: iso(ctx.now),
});

const texts = (input: Update, key: "welcome_message" | "signout_message", old: Texts): Texts =>
  mergeTexts(input.removed.has(key) ? {} : old, input.body[key], input.body.translations?.[key]);

const switches = (input: Update, old: store.VisitTypeRow) => {
  const { body } = input;
  return {
    active: mergeValue(input, "active", body.active, old.active, true),
    index: mergeValue(input, "index", body.index, old.index, 0),
    screening: mergeValue(input, "screening", body.screening, old.screening, false),
    screening_mail: mergeValue(input, "screening_mail", body.screening_mail, old.screening_mail, null),
    registered_visitors: mergeValue(
      input,
      "registered_visitors",
      body.registered_visitors,
      old.registered_visitors,
      true,
    ),
    photo: mergeValue(input, "photo", body.photo, old.photo, "off"),
    signature: mergeValue(input, "signature", body.signature, old.signature, "off"),
    badge: mergeValue(input, "badge", body.badge, old.badge, false),
    ends_after_minutes: mergeValue(input, "ends_after_minutes", body.ends_after_minutes, old.ends_after_minutes, null),
  };
};

const merged = (input: Update, old: store.VisitTypeRow): store.VisitTypeRow => {
  const { body, removed } = input;
  return {
    ...old,
    ...switches(input, old),
    name: mergeName(input, old.name, "the visit type's name"),
    fields: removed.has("fields")
      ? builtInFields()
      : body.fields === undefined
        ? old.fields
        : mergeFields(old.fields, body.fields, old.company_id),
    agreements: distinct(mergeValue(input, "agreements", body.agreements, old.agreements, [])),
    host_notifications: removed.has("host_notifications")
      ? NOTIFICATIONS
      : { ...old.host_notifications, ...body.host_notifications },
    welcome_message: texts(input, "welcome_message", old.welcome_message),
    signout_message: texts(input, "signout_message", old.signout_message),
    notification_texts: mergeNotificationTexts(input, old.notification_texts),
  };
};

const entry = (location: string, action: string) => ({
  location,
  action: `visit_type.${action}`,
  events: ["company_updated"] as const,
  subject: "visit_type",
});

/**
 * Runs after the change was logged: the log's lock lets one call per location in at a time, so two at once can't exceed
 * the limit together.
 */
const checkRoom = async ({ db }: RequestContext, location: string): Promise<void> =>
  checkTotal(await store.totalOf(db, location), { kind: "visit types", field: "fields", mebibytes: 4 });

/** The visit types of a location, in order. */
export const list = async (ctx: RequestContext, location: string, languages: LanguagePreference): Promise<Wire[]> =>
  (await store.listVisitTypes(ctx.db, location)).map((row) => wire(row, languages));

/** One visit type. Errors: `404`. */
export const read = async (
  ctx: RequestContext,
  location: string,
  id: string,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = await store.findVisitType(ctx.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

/**
 * Creates a visit type; without `fields` it asks the built-in ones. Errors: `400` without a name, or if there is no
 * room for it.
 */
export const create = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = merged({ body, removed: new Set() }, initial(ctx, location));
  await inTransaction(ctx, async (inner) => {
    if (row.agreements.length > 0) await assignAgreements(inner, location, row._id, row.agreements);
    await runLoggedQuery(inner, store.insertVisitType(row), entry(location, "create"));
    await checkRoom(inner, location);
  });
  return wire(row, languages);
};

/** Changes a visit type. Errors: `400`, `404`. */
export const update = (
  ctx: RequestContext,
  location: string,
  id: string,
  input: Update,
  languages: LanguagePreference,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockVisitType(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => etagStateOf(old));
    const row = merged(input, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const changed = { ...row, mod_date: iso(ctx.now) };
    if (!isDeepStrictEqual(row.agreements, old.agreements)) await assignAgreements(inner, location, id, row.agreements);
    await runLoggedQuery(inner, store.updateVisitType(changed), entry(location, "change"));
    if (isLarger(row, old)) await checkRoom(inner, location);
    return wire(changed, languages);
  });

const removeAny = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    await assignAgreements(inner, location, id, []);
    const removed = await runLoggedQuery(inner, store.deleteVisitType(location, id), entry(location, "remove"));
    if (removed.length === 0) throw notFound();
    return { message: "Visit type removed." };
  });

/** Removes a visit type; visits keep their reference to it. Errors: `404`, `412`. */
export const remove = (ctx: RequestContext, location: string, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockVisitType(db, location, id);
      return old && etagStateOf(old);
    },
    (inner) => removeAny(inner, location, id),
  );

type FieldWire = Static<typeof LocationField>;

const locationField = (
  field: StoredField & { _id: string },
  visit_type: string,
  languages: LanguagePreference,
): FieldWire => {
  const { visible: _visible, translations: _translations, ...shown } = wireField(field, languages);
  return { ...shown, _id: field._id, visit_types: [visit_type] };
};

/** The custom fields of a location, each once, with the visit types that have it (rules 4). */
export const listFields = async (
  ctx: RequestContext,
  location: string,
  languages: LanguagePreference,
): Promise<FieldWire[]> => {
  const fieldsByName = new Map<string, FieldWire>();
  for (const type of await store.listVisitTypes(ctx.db, location))
    for (const field of type.fields) {
      if (isBuiltIn(field) || field._id === undefined) continue;
      const known = fieldsByName.get(field.field_name);
      if (known === undefined)
        fieldsByName.set(field.field_name, locationField({ ...field, _id: field._id }, type._id, languages));
      else known.visit_types.push(type._id);
    }
  return [...fieldsByName.values()].toSorted((a, b) => a.index - b.index);
};
