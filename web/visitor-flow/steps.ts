import { asksName } from "../../shared/asks-name.ts";
import { isBlank, optionCountOf } from "./answers.ts";
import type { Door, DoorAgreement, DoorField, DoorType } from "./door.ts";
import type { Draft } from "./model.ts";

/** What a screen's questions have in common; each has a title in the catalogue `visitor-flow`. */
export type QuestionTopic = "who" | "work" | "details" | "contact" | "address" | "few" | "one";

/** A screen of the flow. `key` stays the same for as long as the screen asks the same. */
export type Step =
  | { kind: "notice"; key: string }
  | { kind: "hello"; key: string }
  | { kind: "type"; key: string }
  | { kind: "questions"; key: string; topic: QuestionTopic; fields: readonly DoorField[] }
  | { kind: "host"; key: string; field: DoorField }
  | { kind: "agreement"; key: string; agreement: DoorAgreement }
  | { kind: "signature"; key: string }
  | { kind: "photo"; key: string };

/** No screen of a kiosk asks more. */
export const FIELDS_MAX = 4;

const TOPICS: Readonly<Record<string, QuestionTopic>> = {
  first_name: "who",
  last_name: "who",
  company: "who",
  email: "contact",
  phone: "contact",
  address: "address",
  zip_code: "address",
  city: "address",
};

const SHORT: ReadonlySet<DoorField["type"]> = new Set(["text", "number", "date", "phone", "email"]);

/** What a question is about. */
export const topicOf = ({ field_name }: DoorField): QuestionTopic => TOPICS[field_name] ?? "few";

/** A question with a sign of its own, or much to write, stands alone. */
const isShort = ({ type }: DoorField): boolean => SHORT.has(type);

const belongs = (group: readonly DoorField[], field: DoorField, fieldsPerScreen: number): boolean => {
  const [first] = group;
  if (first === undefined || group.length >= Math.min(fieldsPerScreen, FIELDS_MAX)) return false;
  if (!isShort(first) || !isShort(field)) return false;
  const [a, b] = [topicOf(first), topicOf(field)];
  // What a location asks besides may come below the name and the company.
  return a === b || (a === "who" && b === "few");
};

const groupsOf = (fields: readonly DoorField[], fieldsPerScreen: number): DoorField[][] => {
  const groups: DoorField[][] = [];
  for (const field of fields) {
    const group = groups.at(-1);
    if (group !== undefined && belongs(group, field, fieldsPerScreen)) group.push(field);
    else groups.push([field]);
  }
  return groups;
};

/** How a screen of these questions is headed. */
export const topicOfGroup = (group: readonly DoorField[]): QuestionTopic => {
  const [first] = group;
  if (first === undefined || group.length === 1) return "one";
  const thought = topicOf(first);
  if (!group.some(({ field_name }) => field_name === "company")) return thought;
  return asksName(group) ? "work" : "details";
};

const isHost = ({ field_name }: DoorField): boolean => field_name === "recipient";

/** Questions in their order, the host on a screen of its own. */
const questionSteps = (fields: readonly DoorField[], fieldsPerScreen: number): Step[] => {
  const at = fields.findIndex(isHost);
  const host = fields[at];
  const parts = host === undefined ? [fields] : [fields.slice(0, at), fields.slice(at + 1)];
  const [before = [], after = []] = parts.map((part) =>
    groupsOf(part, fieldsPerScreen).map((group): Step => ({
      kind: "questions",
      key: `ask-${group[0]?.field_name ?? ""}`,
      topic: topicOfGroup(group),
      fields: group,
    })),
  );
  return host === undefined ? before : [...before, { kind: "host", key: "host", field: host }, ...after];
};

const BUILT_IN = { type: "text", options: {}, label: {} } as const;

/** What is asked where no visit type is active. */
const PLAIN: DoorType = {
  _id: "",
  name: {},
  fields: [
    { ...BUILT_IN, field_name: "first_name", required: true },
    { ...BUILT_IN, field_name: "last_name", required: true },
    { ...BUILT_IN, field_name: "company", required: false },
    { ...BUILT_IN, field_name: "recipient", required: false },
  ],
  agreements: [],
  photo: "off",
  signature: "off",
  screening: false,
  badge: false,
  expected: true,
  welcome_message: {},
  signout_message: {},
};

/** The visit type of a draft; the only one where there is no choice. */
export const typeOf = ({ visit_types }: Door, { typeId, recognised }: Draft): DoorType | undefined => {
  if (visit_types.length < 2) return visit_types[0] ?? PLAIN;
  const id = typeId ?? recognised?.visit_type;
  return visit_types.find(({ _id }) => _id === id);
};

/** A recognised visitor is asked what is missing, or everything when they want to change it; who came with another visits the same host. */
const askedOf = (fields: readonly DoorField[], { recognised, editing, isHostShared }: Draft): DoorField[] => {
  if (isHostShared) return fields.filter((field) => !isHost(field));
  if (recognised === undefined || editing) return [...fields];
  const known = new Set(recognised.known);
  const answers = recognised.answers ?? {};
  return fields.filter(
    ({ field_name, required }) => required && !known.has(field_name) && isBlank(answers[field_name]),
  );
};

const agreementsOf = (door: Door, type: DoorType | undefined, { recognised }: Draft): DoorAgreement[] => {
  const valid = new Set(recognised?.signed);
  const ofGroup = recognised?.in_group === true ? type?.group_agreements : undefined;
  return (ofGroup ?? type?.agreements ?? [])
    .filter((id) => !valid.has(id))
    .flatMap((id) => door.agreements.filter(({ _id }) => _id === id));
};

/** The agreements that a visitor signs, in their order: those of the visit type for them, without those that are still valid. */
export const agreementsToSign = (door: Door, draft: Draft): DoorAgreement[] =>
  agreementsOf(door, typeOf(door, draft), draft);

const signingSteps = (door: Door, type: DoorType, draft: Draft): Step[] => {
  const { recognised } = draft;
  const agreements = agreementsOf(door, type, draft);
  if (agreements.length > 0)
    return agreements.map((agreement) => ({ kind: "agreement", key: `agree-${agreement._id}`, agreement }));
  // An agreement that is still valid carries the signature.
  const isDue = type.signature !== "off" && (type.agreements.length === 0 || type.signature === "required");
  return isDue && !(recognised !== undefined && type.signature === "optional")
    ? [{ kind: "signature", key: "signature" }]
    : [];
};

const photoSteps = ({ photo }: DoorType, { recognised }: Draft): Step[] => {
  if (photo === "off" || recognised?.photo === true) return [];
  return recognised !== undefined && photo === "optional" ? [] : [{ kind: "photo", key: "photo" }];
};

/**
 * The screens of a sign-in, in their order: privacy notice, visit type, questions and host as the type has them, agreements,
 * photo. Before a type is chosen, those of the first one, so that their number can be shown.
 * @param fieldsPerScreen how many short fields a screen has room for
 */
export const stepsOf = (door: Door, draft: Draft, fieldsPerScreen: number): Step[] => {
  const chosen = typeOf(door, draft);
  const type = chosen ?? door.visit_types[0] ?? PLAIN;
  const isKnown = draft.isCompanion === true || draft.recognised?.visit_type !== undefined;
  const isChoice = door.visit_types.length > 1 && !(isKnown && chosen !== undefined);
  return [
    ...(Object.values(door.privacy_notice).some((text) => text !== "")
      ? [{ kind: "notice", key: "notice" } as const]
      : []),
    ...(draft.recognised === undefined ? [] : [{ kind: "hello", key: "hello" } as const]),
    ...(isChoice ? [{ kind: "type", key: "type" } as const] : []),
    ...questionSteps(askedOf(type.fields, draft), fieldsPerScreen),
    ...signingSteps(door, type, draft),
    ...photoSteps(type, draft),
  ];
};

/** Whether a question is answered by picking from a list. */
export const isChoice = (field: DoorField): boolean =>
  field.type === "dropdown" || field.type === "radio" || (field.type === "checkbox" && optionCountOf(field) > 0);

/** More choices than these are searched, not scrolled. */
export const CHOICES_SHOWN_MAX = 8;

/** Whether a question is answered by typing, if only to search its choices. */
export const isTyped = (field: DoorField): boolean =>
  optionCountOf(field) > CHOICES_SHOWN_MAX || (!isChoice(field) && field.type !== "checkbox");
