import { visitTypeFrom, type VisitTypeTemplate } from "../shared/visit-type-templates.ts";
import en from "../texts/en/visit-types.json" with { type: "json" };
import { readCatalogue } from "../server/platform/lib/text/catalogue.ts";
import { LANGUAGES } from "../server/platform/lib/text/language.ts";
import type { Texts } from "../server/platform/lib/text/texts.ts";
import { builtInFields, mergeFields, type StoredField } from "../server/resources/visit-types/fields.ts";
import type { StoredVisitType } from "../server/resources/visit-types/store.ts";
import texts from "./visit-types.json" with { type: "json" };

/** The four kinds of visit of the demo data. */
export type VisitKind = VisitTypeTemplate;

/** Visitors who sign the rules of the site. */
export const SIGNING: ReadonlySet<VisitKind> = new Set(["visitor", "contractor"]);

/** A visit type of the demo before it belongs to a location; Delivery is that of the setup. */
type Template = {
  kind: keyof typeof texts.names;
  isAtDesk: boolean;
  questions: readonly (keyof typeof texts.labels)[];
};

const TEMPLATES: readonly Template[] = [
  { kind: "visitor", isAtDesk: true, questions: ["purpose", "vehicleregistration", "badgecolour"] },
  {
    kind: "contractor",
    isAtDesk: true,
    questions: ["worktobecarriedout", "vehicleregistration", "ihavereadthesafetybriefing", "badgecolour"],
  },
  { kind: "interview", isAtDesk: false, questions: ["roleappliedfor"] },
];
const TYPES: Readonly<Record<Template["questions"][number], StoredField["type"]>> = {
  vehicleregistration: "text",
  badgecolour: "radio",
  purpose: "dropdown",
  worktobecarriedout: "textarea",
  ihavereadthesafetybriefing: "checkbox",
  roleappliedfor: "text",
};
const REQUIRED = new Set(["purpose", "worktobecarriedout"]);
const OPTIONS: Readonly<Record<string, StoredField["options"]>> = texts.options;
/** Built-in questions that are asked besides the usual ones. */
const SHOWN = new Set(["email", "phone"]);

const fieldsOf = ({ questions }: Template, newId: () => string): StoredField[] => {
  const asked = builtInFields().map((field) => (SHOWN.has(field.field_name) ? { ...field, visible: true } : field));
  const custom = questions.map((field_name, n) => ({
    field_name,
    label: texts.labels[field_name],
    type: TYPES[field_name],
    required: REQUIRED.has(field_name),
    visible: true,
    options: OPTIONS[field_name] ?? {},
    _id: newId(),
    index: asked.length + n,
  }));
  return [...asked, ...custom];
};

/** The location of a visit type, and how it gets its IDs. */
export type VisitTypeTarget = { company_id: string; screening_mail: string; at: string; newId: () => string };

/** What the visit types of a location have in common. */
const commonOf = ({ company_id, at, newId }: VisitTypeTarget, index: number) => ({
  company_id,
  index,
  _id: newId(),
  active: true,
  watchlist: false,
  screening_by: "host" as const,
  signout_message: texts.signedOut,
  create_date: at,
  mod_date: at,
});

const rowOf = (template: Template, index: number, target: VisitTypeTarget): StoredVisitType => {
  const { kind, isAtDesk } = template;
  const screening = kind === "contractor";
  return {
    ...commonOf(target, index),
    name: texts.names[kind],
    screening,
    photo: isAtDesk ? "optional" : "off",
    badge: isAtDesk,
    ends_after_minutes: null,
    welcome_message: texts.welcome,
    fields: fieldsOf(template, target.newId),
    screening_mail: screening ? target.screening_mail : null,
    registered_visitors: true,
    signature: SIGNING.has(kind) ? "optional" : "off",
    host_notifications: { email_in: true, sms_in: false, email_out: true },
    notification_texts: {},
  };
};

const catalogue = readCatalogue("visit-types", en);

const textAt = (language: string, key: string): string =>
  String(key.split(".").reduce<unknown>((all, part) => Reflect.get(Object(all), part), catalogue(language).template));

const textsOf = (key: string): Texts =>
  Object.fromEntries(LANGUAGES.map((language) => [language, textAt(language, key)]));

/** The Delivery of the setup (shared/visit-type-templates.ts), as it is stored. */
const deliveryOf = (index: number, target: VisitTypeTarget): StoredVisitType => {
  const { fields, translations, ends_after_minutes = null, ...settings } = visitTypeFrom("delivery", textsOf);
  const { name, welcome_message = {}, ...notification_texts } = translations;
  const { photo, badge, registered_visitors, host_notifications } = settings;
  return {
    ...commonOf(target, index),
    screening: false,
    screening_mail: null,
    signature: "off",
    photo,
    badge,
    ends_after_minutes,
    registered_visitors,
    host_notifications,
    name,
    welcome_message,
    notification_texts,
    // The IDs of the demo are the same in every run.
    fields: mergeFields(builtInFields(), fields, "").map((field) =>
      field._id === undefined ? field : { ...field, _id: target.newId() },
    ),
  };
};

/** The visit types of a location, by kind. */
export const makeVisitTypes = (target: VisitTypeTarget): Map<VisitKind, StoredVisitType> =>
  new Map<VisitKind, StoredVisitType>([
    ...TEMPLATES.map((template, index) => [template.kind, rowOf(template, index, target)] as const),
    ["delivery", deliveryOf(TEMPLATES.length, target)],
  ]);
