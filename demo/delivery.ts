import en from "../texts/en/visit-types.json" with { type: "json" };
import { visitTypeFrom } from "../shared/visit-type-templates.ts";
import { readCatalogue } from "../server/platform/lib/text/catalogue.ts";
import { LANGUAGES } from "../server/platform/lib/text/language.ts";
import type { Texts } from "../server/platform/lib/text/texts.ts";
import { builtInFields, mergeFields } from "../server/resources/visit-types/fields.ts";
import type { StoredVisitType } from "../server/resources/visit-types/store.ts";

const catalogue = readCatalogue("visit-types", en);

const textAt = (language: string, key: string): string =>
  String(
    key.split(".").reduce<unknown>((texts, part) => Reflect.get(Object(texts), part), catalogue(language).template),
  );

const textsOf = (key: string): Texts =>
  Object.fromEntries(LANGUAGES.map((language) => [language, textAt(language, key)]));

/** The parts of a visit type that its template decides. */
type Delivery = Pick<
  StoredVisitType,
  | "name"
  | "photo"
  | "badge"
  | "ends_after_minutes"
  | "registered_visitors"
  | "host_notifications"
  | "fields"
  | "welcome_message"
  | "notification_texts"
>;

/** The Delivery of the setup (shared/visit-type-templates.ts), as it is stored. */
export const makeDelivery = (newId: () => string): Delivery => {
  const { fields, translations, ends_after_minutes = null, ...settings } = visitTypeFrom("delivery", textsOf);
  const { photo, badge, registered_visitors, host_notifications } = settings;
  const { name, welcome_message = {}, ...notification_texts } = translations;
  // The IDs of the demo are the same in every run.
  const stored = mergeFields(builtInFields(), fields, "").map((field) =>
    field._id === undefined ? field : { ...field, _id: newId() },
  );
  return {
    photo,
    badge,
    ends_after_minutes,
    registered_visitors,
    host_notifications,
    name,
    welcome_message,
    notification_texts,
    fields: stored,
  };
};
