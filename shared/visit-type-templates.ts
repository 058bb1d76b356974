/** The templates of visit types, in the order in which they are offered. */
export const VISIT_TYPE_TEMPLATES = ["visitor", "contractor", "interview", "delivery"] as const;

/** One of them. */
export type VisitTypeTemplate = (typeof VISIT_TYPE_TEMPLATES)[number];

/** A text by language code. */
type Texts = Readonly<Record<string, string>>;

/** Finds a text of the templates in each language; a key such as `delivery.carrier` is one of `visit-types:template`. */
export type TemplateTexts = (key: string) => Texts;

/** A built-in question, with a label of its own if `label` names one. */
type BuiltIn = { field_name: string; required: boolean; visible: boolean; label?: string };
type Custom = { type: "text" | "textarea" | "number"; required: boolean; label: string };

type TextName =
  | "welcome_message"
  | "notification_sign_in_subject"
  | "notification_sign_in_text"
  | "notification_sign_in_sms";

type TemplateSettings = {
  photo: "off" | "optional";
  badge: boolean;
  ends_after_minutes?: number;
  registered_visitors: boolean;
  host_notifications: Readonly<Record<"email_in" | "sms_in" | "email_out", boolean>>;
  questions: readonly (BuiltIn | Custom)[];
  /** What the visit type says, by the names of its texts. */
  texts: Readonly<Partial<Record<TextName, string>>>;
};

const ask = (field_name: string, required: boolean, label?: string): BuiltIn => ({
  field_name,
  required,
  visible: true,
  ...(label === undefined ? {} : { label }),
});

const hide = (field_name: string): BuiltIn => ({ field_name, required: false, visible: false });

const PERSON = {
  photo: "off",
  badge: true,
  registered_visitors: true,
  host_notifications: { email_in: true, sms_in: true, email_out: true },
  texts: { welcome_message: "welcome" },
} as const;

/**
 * No name of the driver is asked: the carrier stands for it. Every built-in question is listed, since only a complete
 * list sets the order, and a host asked last comes after the parcels.
 */
const DELIVERY: TemplateSettings = {
  photo: "off",
  badge: false,
  // Hardly any driver signs out, and none stays longer.
  ends_after_minutes: 30,
  registered_visitors: false,
  // The driver leaves before the host comes, who needs no email about that.
  host_notifications: { email_in: true, sms_in: true, email_out: false },
  questions: [
    ...["first_name", "last_name"].map(hide),
    ask("company", true, "delivery.carrier"),
    ...["email", "phone", "address", "zip_code", "city"].map(hide),
    { type: "number", required: false, label: "delivery.parcels" },
    ask("recipient", false, "delivery.deliveredTo"),
  ],
  texts: {
    welcome_message: "delivery.welcome",
    notification_sign_in_subject: "delivery.subject",
    notification_sign_in_text: "delivery.text",
    notification_sign_in_sms: "delivery.sms",
  },
};

const SETTINGS: Readonly<Record<VisitTypeTemplate, TemplateSettings>> = {
  visitor: { ...PERSON, questions: [ask("company", false)] },
  contractor: {
    ...PERSON,
    photo: "optional",
    questions: [
      ask("company", true),
      ask("phone", true),
      { type: "textarea", required: true, label: "contractor.work" },
    ],
  },
  interview: {
    ...PERSON,
    questions: [hide("company"), { type: "text", required: false, label: "interview.position" }],
  },
  delivery: DELIVERY,
};

/** The texts of a visit type, by language. */
type SaidTexts = Readonly<Partial<Record<TextName, Texts>>>;

/**
 * The settings and texts of a visit type made from a template: the body that creates it, but for its place in the list.
 */
export const visitTypeFrom = (template: VisitTypeTemplate, textsOf: TemplateTexts) => {
  const { questions, texts, ...settings } = SETTINGS[template];
  const name = textsOf(`${template}.name`);
  const said: SaidTexts = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, textsOf(text)]));
  return {
    ...settings,
    name: name["en"] ?? template,
    fields: questions.map(({ label, ...question }) => ({
      ...question,
      ...(label === undefined ? {} : { translations: { label: textsOf(label) } }),
    })),
    translations: { name, ...said },
  };
};
