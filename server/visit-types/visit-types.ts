import { isDeepStrictEqual } from "node:util";

import { assignAgreements, distinct } from "../agreements/assignments.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, ofState, removeMatched, withState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { newId } from "../lib/ids.ts";
import { type Languages, mergeTexts, pick, type Texts } from "../lib/texts.ts";
import { iso } from "../lib/time.ts";
import type { LocationField, VisitType, VisitTypeInput } from "./contract.ts";
import { builtInFields, isBuiltIn, mergeFields, type StoredField, wireField } from "./fields.ts";
import { mergeNotificationTexts, plainNotificationTexts } from "./notification-texts.ts";
import * as store from "./store.ts";

type Input = Static<typeof VisitTypeInput>;
type Wire = Static<typeof VisitType>;
type Sent = { body: Input; removed: ReadonlySet<string> };

const NOTIFICATIONS = { email_in: true, sms_in: true, email_out: true };

const optional = <K extends string>(key: K, value: string | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as Partial<Record<K, string>>;

const wire = (row: store.VisitTypeRow, languages: Languages): Wire => {
  const { screening_mail, welcome_message, signout_message, notification_texts, name, fields, ...rest } = row;
  const answer = {
    ...rest,
    name: pick(name, languages) ?? "",
    fields: fields.map((field) => wireField(field, languages)),
    ...optional("screening_mail", screening_mail),
    ...optional("welcome_message", pick(welcome_message, languages)),
    ...optional("signout_message", pick(signout_message, languages)),
    ...plainNotificationTexts(notification_texts, languages),
    translations: { name, welcome_message, signout_message, ...notification_texts },
  };
  return withState(answer, row);
};

const named = (name: Texts): Texts => {
  if (!Object.values(name).some((text) => text.trim() !== ""))
    throw badRequest('"name" is required: what people call the visit type.', "missing_key", "name");
  return name;
};

const initial = (act: Act, location: string): store.VisitTypeRow => ({
  company_id: location,
  _id: newId(location, act.now),
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
  host_notifications: NOTIFICATIONS,
  welcome_message: {},
  signout_message: {},
  notification_texts: {},
  create_date: iso(act.now),
  mod_date: iso(act.now),
});

/** A value after a write: the sent one, what it starts from when it was removed, else the stored one. */
const kept = <T>({ removed }: Sent, name: string, sent: T | undefined, old: T, empty: T): T =>
  removed.has(name) ? empty : (sent ?? old);

const texts = (sent: Sent, key: "welcome_message" | "signout_message", old: Texts): Texts =>
  mergeTexts(sent.removed.has(key) ? {} : old, sent.body[key], sent.body.translations?.[key]);

const switches = (sent: Sent, old: store.VisitTypeRow) => {
  const { body } = sent;
  return {
    active: kept(sent, "active", body.active, old.active, true),
    index: kept(sent, "index", body.index, old.index, 0),
    screening: kept(sent, "screening", body.screening, old.screening, false),
    screening_mail: kept(sent, "screening_mail", body.screening_mail, old.screening_mail, null),
    registered_visitors: kept(sent, "registered_visitors", body.registered_visitors, old.registered_visitors, true),
    photo: kept(sent, "photo", body.photo, old.photo, "off"),
    signature: kept(sent, "signature", body.signature, old.signature, "off"),
    badge: kept(sent, "badge", body.badge, old.badge, false),
  };
};

const merged = (sent: Sent, old: store.VisitTypeRow): store.VisitTypeRow => {
  const { body, removed } = sent;
  if (removed.has("name")) throw badRequest('"name" is required and cannot be removed.', "not_removable", "name");
  return {
    ...old,
    ...switches(sent, old),
    name: named(mergeTexts(old.name, body.name, body.translations?.name)),
    fields: removed.has("fields")
      ? builtInFields()
      : body.fields === undefined
        ? old.fields
        : mergeFields(old.fields, body.fields, old.company_id),
    agreements: distinct(kept(sent, "agreements", body.agreements, old.agreements, [])),
    host_notifications: removed.has("host_notifications")
      ? NOTIFICATIONS
      : { ...old.host_notifications, ...body.host_notifications },
    welcome_message: texts(sent, "welcome_message", old.welcome_message),
    signout_message: texts(sent, "signout_message", old.signout_message),
    notification_texts: mergeNotificationTexts(sent, old.notification_texts),
  };
};

const entry = (location: string, act: string) => ({
  location,
  act: `visit_type.${act}`,
  events: ["company_updated"] as const,
  subject: "visit_type",
});

/** The visit types of a location, in their order. */
export const list = async (act: Act, location: string, languages: Languages): Promise<Wire[]> =>
  (await store.selectVisitTypes(act.db, location)).map((row) => wire(row, languages));

/** One visit type. Errors: `404`. */
export const read = async (act: Act, location: string, id: string, languages: Languages): Promise<Wire> => {
  const row = await store.findVisitType(act.db, location, id);
  if (row === undefined) throw notFound();
  return wire(row, languages);
};

/** Creates a visit type; without `fields` it asks the built-in ones. Errors: `400` without a name. */
export const create = async (act: Act, location: string, body: Input, languages: Languages): Promise<Wire> => {
  const row = merged({ body, removed: new Set() }, initial(act, location));
  await together(act, async (inner) => {
    if (row.agreements.length > 0) await assignAgreements(inner, location, row._id, row.agreements);
    await change(inner, store.insertVisitType(row), entry(location, "create"));
  });
  return wire(row, languages);
};

/** Changes a visit type. Errors: `400`, `404`. */
export const update = (act: Act, location: string, id: string, sent: Sent, languages: Languages): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockVisitType(inner.db, location, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => ofState(old));
    const row = merged(sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old, languages);
    const changed = { ...row, mod_date: iso(act.now) };
    if (!isDeepStrictEqual(row.agreements, old.agreements)) await assignAgreements(inner, location, id, row.agreements);
    await change(inner, store.updateVisitType(changed), entry(location, "change"));
    return wire(changed, languages);
  });

const removeAny = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  together(act, async (inner) => {
    await assignAgreements(inner, location, id, []);
    const removed = await change(inner, store.deleteVisitType(location, id), entry(location, "remove"));
    if (removed.length === 0) throw notFound();
    return { message: "The visit type was removed." };
  });

/** Removes a visit type; visits keep naming it. Errors: `404`, `412`. */
export const remove = (act: Act, location: string, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      const old = await store.lockVisitType(db, location, id);
      return old && ofState(old);
    },
    (inner) => removeAny(inner, location, id),
  );

type FieldWire = Static<typeof LocationField>;

const locationField = (field: StoredField & { _id: string }, visit_type: string, languages: Languages): FieldWire => {
  const { visible: _visible, translations: _translations, ...shown } = wireField(field, languages);
  return { ...shown, _id: field._id, visit_types: [visit_type] };
};

/** The custom fields of a location, each once, with the visit types that have it (decisions 4). */
export const listFields = async (act: Act, location: string, languages: Languages): Promise<FieldWire[]> => {
  const found = new Map<string, FieldWire>();
  for (const type of await store.selectVisitTypes(act.db, location))
    for (const field of type.fields) {
      if (isBuiltIn(field) || field._id === undefined) continue;
      const known = found.get(field.field_name);
      if (known === undefined)
        found.set(field.field_name, locationField({ ...field, _id: field._id }, type._id, languages));
      else known.visit_types.push(type._id);
    }
  return [...found.values()].toSorted((a, b) => a.index - b.index);
};
