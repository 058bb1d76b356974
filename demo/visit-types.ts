import type { VisitTypeTemplate } from "../shared/visit-type-templates.ts";
import type { Texts } from "../server/platform/lib/text/texts.ts";
import { builtInFields, type StoredField } from "../server/resources/visit-types/fields.ts";
import type { StoredVisitType } from "../server/resources/visit-types/store.ts";
import { makeDelivery } from "./delivery.ts";

/** The four kinds of visit of the demo data. */
export type VisitKind = VisitTypeTemplate;

type Question = Pick<StoredField, "field_name" | "label" | "type"> & Partial<StoredField>;

/** A visit type before it belongs to a location. */
type Template = Pick<StoredVisitType, "name" | "screening" | "photo" | "badge" | "welcome_message"> & {
  kind: Exclude<VisitKind, "delivery">;
  /** Built-in questions that are asked besides the usual ones. */
  shown: readonly string[];
  questions: readonly Question[];
};

const PLATE: Question = {
  field_name: "vehicleregistration",
  label: { en: "Vehicle registration", nl: "Kenteken", fr: "Plaque d’immatriculation", de: "Kennzeichen" },
  type: "text",
};
const BADGE: Question = {
  field_name: "badgecolour",
  label: { en: "Badge colour", nl: "Badgekleur", fr: "Couleur du badge", de: "Farbe des Besucherausweises" },
  type: "radio",
  options: {
    en: ["Blue", "Green", "Yellow"],
    nl: ["Blauw", "Groen", "Geel"],
    fr: ["Bleu", "Vert", "Jaune"],
    de: ["Blau", "Grün", "Gelb"],
  },
};
const PURPOSE: Question = {
  field_name: "purpose",
  label: { en: "Purpose", nl: "Reden", fr: "Motif", de: "Grund des Besuchs" },
  type: "dropdown",
  required: true,
  options: {
    en: ["Meeting", "Training", "Audit", "Guided tour", "Sales", "Other"],
    nl: ["Vergadering", "Opleiding", "Audit", "Rondleiding", "Verkoop", "Anders"],
    fr: ["Réunion", "Formation", "Audit", "Visite guidée", "Vente", "Autre"],
    de: ["Besprechung", "Schulung", "Audit", "Führung", "Vertrieb", "Sonstiges"],
  },
};
const WORK: Question = {
  field_name: "worktobecarriedout",
  label: {
    en: "Work to be carried out",
    nl: "Uit te voeren werk",
    fr: "Travaux à effectuer",
    de: "Auszuführende Arbeiten",
  },
  type: "textarea",
  required: true,
};
const BRIEFED: Question = {
  field_name: "ihavereadthesafetybriefing",
  label: {
    en: "I have read the safety briefing",
    nl: "Ik heb de veiligheidsinstructies gelezen",
    fr: "J’ai lu les consignes de sécurité",
    de: "Ich habe die Sicherheitsunterweisung gelesen",
  },
  type: "checkbox",
};
const POSITION: Question = {
  field_name: "roleappliedfor",
  label: { en: "Role applied for", nl: "Functie", fr: "Poste", de: "Stelle" },
  type: "text",
};

const welcome = (en: string, nl: string, fr: string, de: string): Texts => ({ en, nl, fr, de });
const GREETING = welcome(
  "Take a seat while you wait.",
  "Neem intussen plaats.",
  "Vous pouvez vous asseoir en attendant.",
  "Nehmen Sie so lange Platz.",
);

const TEMPLATES: readonly Template[] = [
  {
    kind: "visitor",
    screening: false,
    photo: "optional",
    badge: true,
    welcome_message: GREETING,
    name: { en: "Visitor", nl: "Bezoeker", fr: "Visiteur", de: "Besucher" },
    shown: ["email", "phone"],
    questions: [PURPOSE, PLATE, BADGE],
  },
  {
    kind: "contractor",
    screening: true,
    photo: "optional",
    badge: true,
    welcome_message: GREETING,
    name: { en: "Contractor", nl: "Extern bedrijf", fr: "Prestataire", de: "Fremdfirma" },
    shown: ["email", "phone"],
    questions: [WORK, PLATE, BRIEFED, BADGE],
  },
  {
    kind: "interview",
    screening: false,
    photo: "off",
    badge: false,
    welcome_message: GREETING,
    name: { en: "Interview", nl: "Sollicitatie", fr: "Entretien d’embauche", de: "Vorstellungsgespräch" },
    shown: ["email", "phone"],
    questions: [POSITION],
  },
];

const fieldsOf = ({ shown, questions }: Template, newId: () => string): StoredField[] => {
  const asked = builtInFields().map((field) =>
    shown.includes(field.field_name) ? { ...field, visible: true } : field,
  );
  const custom = questions.map((question, n) => ({
    required: false,
    visible: true,
    options: {},
    ...question,
    _id: newId(),
    index: asked.length + n,
  }));
  return [...asked, ...custom];
};

/** The kiosk says goodbye above it. */
const SIGNED_OUT = welcome(
  "Thank you for visiting.",
  "Bedankt voor uw bezoek.",
  "Merci de votre visite.",
  "Vielen Dank für Ihren Besuch.",
);

/** Visitors who sign the rules of the site. */
export const SIGNING: ReadonlySet<VisitKind> = new Set(["visitor", "contractor"]);

/** The location of a visit type, and how it gets its IDs. */
export type VisitTypeTarget = { company_id: string; screening_mail: string; at: string; newId: () => string };

/** What the visit types of a location have in common. */
const commonOf = ({ company_id, at }: VisitTypeTarget) => ({
  company_id,
  active: true,
  signout_message: SIGNED_OUT,
  create_date: at,
  mod_date: at,
});

const rowOf = (template: Template, index: number, target: VisitTypeTarget): StoredVisitType => {
  const { kind, name, screening, photo, badge, welcome_message } = template;
  return {
    ...commonOf(target),
    name,
    screening,
    photo,
    badge,
    ends_after_minutes: null,
    welcome_message,
    index,
    _id: target.newId(),
    fields: fieldsOf(template, target.newId),
    screening_mail: screening ? target.screening_mail : null,
    registered_visitors: true,
    signature: SIGNING.has(kind) ? "optional" : "off",
    host_notifications: { email_in: true, sms_in: false, email_out: true },
    notification_texts: {},
  };
};

const deliveryOf = (index: number, target: VisitTypeTarget): StoredVisitType => ({
  ...commonOf(target),
  index,
  _id: target.newId(),
  screening: false,
  screening_mail: null,
  signature: "off",
  ...makeDelivery(target.newId),
});

/** The visit types of a location, by kind. */
export const makeVisitTypes = (target: VisitTypeTarget): Map<VisitKind, StoredVisitType> =>
  new Map<VisitKind, StoredVisitType>([
    ...TEMPLATES.map((template, index) => [template.kind, rowOf(template, index, target)] as const),
    ["delivery", deliveryOf(TEMPLATES.length, target)],
  ]);
