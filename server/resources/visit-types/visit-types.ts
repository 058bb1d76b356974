import { optional } from "../../platform/lib/record/optional.ts";
import { mergeValue, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { assignAgreements, distinct } from "../agreements/assignments.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { mergeRecord, newRecord, orderedRecords, recordEntry } from "../../platform/http/ordered-records.ts";
import { type LanguagePreference, mergeTexts, pickText, type Texts } from "../../platform/lib/text/texts.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { checkTotal, isLarger } from "../../platform/lib/record/record-limits.ts";
import { type LocationField, NOTIFICATIONS, type VisitType, type VisitTypeInput } from "./contract.ts";
import { builtInFields, isBuiltIn, mergeFields, type StoredField, wireField } from "./fields.ts";
import { mergeNotificationTexts, plainNotificationTexts } from "./notification-texts.ts";
import * as store from "./store.ts";

type Input = Static<typeof VisitTypeInput>;
type Wire = Static<typeof VisitType>;
type Update = UpdateInput<Input>;

const SUBJECT = "visit_type";

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
  ...newRecord(ctx, location),
  fields: builtInFields(),
  screening: false,
  watchlist: false,
  screening_by: "host",
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
});

const texts = (input: Update, key: "welcome_message" | "signout_message", old: Texts): Texts =>
  mergeTexts(input.removed.has(key) ? {} : old, input.body[key], input.body.translations?.[key]);

const switches = (input: Update, old: store.VisitTypeRow) => {
  const { body } = input;
  return {
    screening: mergeValue(input, "screening", body.screening, old.screening, false),
    watchlist: mergeValue(input, "watchlist", body.watchlist, old.watchlist, false),
    screening_by: mergeValue(input, "screening_by", body.screening_by, old.screening_by, "host"),
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

/** Errors: `400` for a comparison with the watch lists on a type that lets all in. */
const checkSwitches = ({ watchlist, screening }: { watchlist: boolean; screening: boolean }): void => {
  if (watchlist && !screening)
    throw badRequest(
      '"watchlist" needs "screening": a hit makes the visit wait for approval.',
      "missing_key",
      "screening",
    );
};

const merged = (input: Update, old: store.VisitTypeRow): store.VisitTypeRow => {
  const { body, removed } = input;
  const settings = switches(input, old);
  checkSwitches(settings);
  return {
    ...old,
    ...mergeRecord(input, old, "the visit type's name"),
    ...settings,
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

/**
 * Runs after the change was logged: the log's lock lets one call per location in at a time, so two at once can't exceed
 * the limit together.
 */
const checkRoom = async ({ db }: RequestContext, location: string): Promise<void> =>
  checkTotal(await store.totalOf(db, location), { kind: "visit types", field: "fields", mebibytes: 4 });

/**
 * Creates a visit type; without `fields` it asks the built-in ones. Errors: `400` without a name, or if there is no
 * room for it.
 */
export const createVisitType = async (
  ctx: RequestContext,
  location: string,
  body: Input,
  languages: LanguagePreference,
): Promise<Wire> => {
  const row = merged({ body, removed: new Set() }, initial(ctx, location));
  await inTransaction(ctx, async (inner) => {
    if (row.agreements.length > 0) await assignAgreements(inner, location, row._id, row.agreements);
    await runLoggedQuery(inner, store.insertVisitType(row), recordEntry(SUBJECT, location, "create"));
    await checkRoom(inner, location);
  });
  return wire(row, languages);
};

/** The visit types of a location in order; one of them; its change; its removal, after which visits keep their reference to it. */
export const {
  list: listVisitTypes,
  read: readVisitType,
  update: updateVisitType,
  remove: removeVisitType,
} = orderedRecords<store.VisitTypeRow, Wire, Input>({
  list: store.listVisitTypes,
  find: store.findVisitType,
  lock: store.lockVisitType,
  wire,
  change: async (ctx, input, old) => {
    const { company_id: location, _id } = old;
    const row = merged(input, old);
    if (isDeepStrictEqual(row, old)) return old;
    const changed = { ...row, mod_date: iso(ctx.now) };
    if (!isDeepStrictEqual(row.agreements, old.agreements)) await assignAgreements(ctx, location, _id, row.agreements);
    await runLoggedQuery(ctx, store.updateVisitType(changed), recordEntry(SUBJECT, location, "change"));
    if (isLarger(row, old)) await checkRoom(ctx, location);
    return changed;
  },
  remove: async (ctx, location, id) => {
    await assignAgreements(ctx, location, id, []);
    return runLoggedQuery(ctx, store.deleteVisitType(location, id), recordEntry(SUBJECT, location, "remove"));
  },
  removed: "Visit type removed.",
});

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
