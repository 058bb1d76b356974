import i18next from "i18next";

import type { LocalisedTexts } from "../../components/languages.ts";
import { languageOf } from "../../../shared/texts.ts";

/** The templates of visit types. */
export const TEMPLATES = ["visitor", "contractor", "interview", "delivery"] as const;

/** One of them. */
export type Template = (typeof TEMPLATES)[number];

type Question = { key: string; type: "text" | "textarea" | "number"; required: boolean };
type TemplateSettings = {
  photo: "off" | "optional";
  badge: boolean;
  built: Record<string, { required: boolean; visible: boolean }>;
  own: readonly Question[];
};

const TEMPLATE_SETTINGS: Record<Template, TemplateSettings> = {
  visitor: { photo: "off", badge: true, built: { company: { required: false, visible: true } }, own: [] },
  contractor: {
    photo: "optional",
    badge: true,
    built: { company: { required: true, visible: true }, phone: { required: true, visible: true } },
    own: [{ key: "work", type: "textarea", required: true }],
  },
  interview: {
    photo: "off",
    badge: true,
    built: { company: { required: false, visible: false } },
    own: [{ key: "position", type: "text", required: false }],
  },
  delivery: {
    photo: "off",
    badge: false,
    built: { company: { required: true, visible: true }, recipient: { required: false, visible: true } },
    own: [{ key: "parcels", type: "number", required: false }],
  },
};

/** A text of the catalogue in English and in each language of the location, as the service stores texts. */
const inAll = (key: string, languages: readonly string[]): LocalisedTexts => {
  const own = new Set(["en", ...languages.flatMap((language) => languageOf([language]) ?? [])]);
  return Object.fromEntries([...own].map((language) => [language, i18next.getFixedT(language, "setup")(key)]));
};

/** The body that creates a visit type from a template. @param languages of the location @param index its position */
export const visitTypeOf = (template: Template, languages: readonly string[], index: number) => {
  const { photo, badge, built, own } = TEMPLATE_SETTINGS[template];
  const text = (key: string): LocalisedTexts => inAll(key, languages);
  return {
    name: text(`template.${template}.name`)["en"] ?? template,
    index,
    photo,
    badge,
    fields: [
      ...Object.entries(built).map(([field_name, part]) => ({ field_name, ...part })),
      ...own.map(({ key, type, required }) => ({ type, required, translations: { label: text(`question.${key}`) } })),
    ],
    translations: {
      name: text(`template.${template}.name`),
      welcome_message: text(template === "delivery" ? "welcomeDelivery" : "welcome"),
    },
  };
};

/** The name of the first entrance. */
export const entryPointName = (languages: readonly string[]): LocalisedTexts => inAll("mainEntrance", languages);

/** Loads the texts of these languages. */
export const loadTexts = (languages: readonly string[]): Promise<void> =>
  i18next.loadLanguages(["en", ...languages.flatMap((language) => languageOf([language]) ?? [])]);
