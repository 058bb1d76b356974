import type { TFunction } from "i18next";

import type { HostReply } from "../../shared/host-replies.ts";
import { greetedAs } from "../../shared/text/typography.ts";
import { textIn } from "../shared/optional-text.ts";
import {
  type Door,
  type DoorField,
  type DoorType,
  inLanguage,
  type RecognisedVisitor,
  type SignInAnswer,
} from "./door.ts";
import type { Step } from "./steps.ts";

/** The context that labels depend on. */
export type LabelContext = { t: TFunction; door: Door; language: string };

const BUILT_IN = new Set("first_name last_name company email phone address zip_code city recipient".split(" "));

/** Whether a telephone number is asked for with its country code: without it, no SMS could be sent to it. */
const asksCountryCode = (field: DoorField, wording: LabelContext): boolean =>
  field.field_name === "phone" && wording.door.location.phone_country === undefined && !isRelabelled(field, wording);

/** The label of a question: the location's own text, or else ours. */
export const labelOf = (field: DoorField, wording: LabelContext): string => {
  const { t, door, language } = wording;
  if (asksCountryCode(field, wording)) return t("visitor-flow:field.phoneWithCode");
  const { field_name, label } = field;
  return (
    inLanguage(label, language, door.location.default_language) ??
    (BUILT_IN.has(field_name) ? t(`visitor-flow:field.${field_name}`) : field_name)
  );
};

/** A visit type by name. */
export const typeNameOf = ({ name }: DoorType, { door, language }: LabelContext): string =>
  inLanguage(name, language, door.location.default_language) ?? "";

/** Whether the visit type asks a built-in question under a label of its own, such as "Carrier" for the company. */
export const isRelabelled = ({ field_name, label }: DoorField, { t, language }: LabelContext): boolean =>
  label[language] !== undefined && label[language] !== t(`visitor-flow:field.${field_name}`);

/** The title of a screen with one question: our sentence, unless the visit type has its own words for it. */
const questionOf = (field: DoorField, wording: LabelContext): string =>
  asksCountryCode(field, wording)
    ? wording.t("visitor-flow:ask.phoneWithCode")
    : BUILT_IN.has(field.field_name) && !isRelabelled(field, wording)
      ? wording.t(`visitor-flow:ask.${field.field_name}`)
      : labelOf(field, wording);

/** The title of a screen of questions. */
export const titleOf = (step: Extract<Step, { kind: "questions" }>, wording: LabelContext): string => {
  const [field] = step.fields;
  if (step.topic !== "one" || field === undefined) return wording.t(`visitor-flow:title.${step.topic}`);
  return questionOf(field, wording);
};

/**
 * The text below a visitor's welcome: their host's reply, or else that the host knows, unless the location's message
 * mentions the host; and that message. The host is not named to a visitor who was found by name.
 */
export const welcomeLines = (
  { host, host_told, message: words = "" }: SignInAnswer,
  t: TFunction,
  reply?: HostReply,
): string[] => {
  const told = host === undefined ? t("visitor-flow:done.toldAny") : t("visitor-flow:done.told", { host });
  const isSaid = !host_told || (host !== undefined && words.includes(host));
  const first = reply === undefined ? (isSaid ? "" : told) : t(`visitor-flow:done.reply.${reply}`);
  const lines = [first, ...words.split("\n")].filter((line) => line.trim() !== "");
  return lines.length === 0 ? [t("visitor-flow:done.in")] : lines;
};

/** The name that greets the visitor of these answers; undefined without a first name. */
export const greetingOf = (answers: Readonly<Record<string, unknown>>, language: string): string | undefined =>
  greetedAs({ first: textIn(answers["first_name"]), last: textIn(answers["last_name"]) }, language);

/** The name that greets a visitor who was recognised. */
export const greetingOfKnown = (known: RecognisedVisitor | undefined, language: string): string =>
  greetingOf({ ...known?.answers, first_name: known?.first_name }, language) ?? "";

/** The name that welcomes a visitor: in German the full name, as on the badge. */
export const welcomedAs = ({ first_name, badge }: SignInAnswer, language: string): string | undefined => {
  const last =
    badge?.name.startsWith(`${first_name} `) === true ? badge.name.slice(`${first_name} `.length) : undefined;
  return greetedAs({ first: first_name, last }, language);
};
