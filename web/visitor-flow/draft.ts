import { optional, textIn } from "../shared/optional-text.ts";
import { optionIndexOf, type Problem, problemOf, type Problems } from "./answers.ts";
import { type Door, type DoorField, inLanguage, type RecognisedVisitor, type SignIn } from "./door.ts";
import type { Draft } from "./model.ts";
import { type Step, typeOf } from "./steps.ts";

/** Where a sign-in begins; with what is known of a recognised visitor. */
export const emptyDraft = (recognised?: RecognisedVisitor): Draft => {
  const host = textIn(recognised?.answers?.["recipient"]);
  return {
    answers: recognised?.answers ?? {},
    agreed: [],
    ...(recognised === undefined ? {} : { recognised }),
    ...(host === undefined ? {} : { host: { cn: host } }),
  };
};

/** What a visitor has in common with a companion: visit type, host, company. @param companionRef of the visitor's sign-in */
export const companionOf = (
  { typeId, recognised, host, answers: { company } }: Draft,
  companionRef?: string,
): Partial<Draft> => ({
  isCompanion: true,
  companionRef,
  typeId: typeId ?? recognised?.visit_type,
  host,
  isHostShared: host !== undefined,
  answers: company === undefined ? {} : { company },
});

/** A draft that asks for the host again if the service refused the shared one; any other is returned as it is. */
export const withRefusedField = (draft: Draft, field: string): Draft =>
  draft.isHostShared === true && (field === "host" || field === "recipient")
    ? { ...draft, host: undefined, isHostShared: false }
    : draft;

/** The visitor's name as they gave it. */
export const nameOf = ({ answers }: Pick<Draft, "answers">): string =>
  [textIn(answers["first_name"]), textIn(answers["last_name"])].filter((part) => part !== undefined).join(" ");

const isSigned = ({ drawn, typed }: Draft): boolean => drawn !== undefined || textIn(typed) !== undefined;

const signatureProblem = ({ isTextChanged }: Draft): Problems => ({
  signature: isTextChanged === true ? "changed" : "signature",
});

const problemEntry = (name: string, problem: Problem | undefined): Problems =>
  problem === undefined ? {} : { [name]: problem };

/** What keeps a screen from being left; empty when nothing does. */
export const problemsOf = (door: Door, step: Step, draft: Draft): Problems => {
  const type = typeOf(door, draft);
  switch (step.kind) {
    case "questions":
      return Object.assign(
        {},
        ...step.fields.map((field) =>
          problemEntry(field.field_name, problemOf(field, draft.answers[field.field_name])),
        ),
      );
    case "host": {
      const { host } = draft;
      const isUnknown = host !== undefined && host._id === undefined && door.settings.hosts_must_be_valid;
      const isMissing = host === undefined && step.field.required;
      const isPrefilled = host?.cn === draft.recognised?.answers?.["recipient"];
      return isMissing || (isUnknown && !isPrefilled) ? { recipient: "host" } : {};
    }
    case "agreement":
      return isSigned(draft) ? {} : signatureProblem(draft);
    case "signature":
      return isSigned(draft) || type?.signature !== "required" ? {} : signatureProblem(draft);
    case "photo":
      return draft.photo !== undefined || type?.photo !== "required" ? {} : { photo: "photo" };
    default:
      return {};
  }
};

/** A choice is stored in the language the visitor ends with, whichever it was made in. */
const inOneLanguage = (field: DoorField, value: unknown, language: string, fallback: string): unknown => {
  const index = optionIndexOf(field, value);
  const options = inLanguage(field.options, language, fallback) ?? [];
  return index < 0 ? value : (options[index] ?? value);
};

const answerOf = (field: DoorField, value: unknown, language: string, fallback: string): unknown =>
  Array.isArray(value)
    ? value.map((one) => inOneLanguage(field, one, language, fallback))
    : inOneLanguage(field, value, language, fallback);

const isAnswered = (value: unknown): boolean => value !== undefined && value !== "" && value !== null;

/** The body of a sign-in, without `client_ref` and times, which the caller adds. */
export const signInOf = (door: Door, draft: Draft, language: string): Omit<SignIn, "client_ref"> => {
  const type = typeOf(door, draft);
  const { default_language } = door.location;
  const answers = (type?.fields ?? [])
    .filter(({ field_name }) => field_name !== "recipient" && isAnswered(draft.answers[field_name]))
    .map((field) => [field.field_name, answerOf(field, draft.answers[field.field_name], language, default_language)]);
  const agreements = (draft.signedUnder ?? [])
    .filter(({ _id }) => draft.agreed.includes(_id))
    .map(({ expiry_days: _days, language: shown, ...text }) => ({ ...text, ...optional("language", shown) }));
  const typed = textIn(draft.typed);
  return {
    language_id: language,
    ...(type === undefined || type._id === "" ? {} : { visit_type: type._id }),
    answers: { ...Object.fromEntries(answers), ...(draft.host === undefined ? {} : { recipient: draft.host.cn }) },
    ...(draft.host?._id === undefined ? {} : { host: draft.host._id }),
    ...(draft.recognised?.recognition === undefined ? {} : { recognition: draft.recognised.recognition }),
    ...(draft.companionRef === undefined ? {} : { companion_of: draft.companionRef }),
    ...(agreements.length === 0 ? {} : { agreements }),
    ...(draft.drawn === undefined ? {} : { signature: draft.drawn }),
    ...(draft.drawn === undefined && typed !== undefined ? { signed_name: typed } : {}),
    ...(draft.photo === undefined ? {} : { photo: draft.photo }),
  };
};

/** The screen that asks for a field which the service did not take; undefined when none does. */
export const findStepForField = (steps: readonly Step[], field: string): Step | undefined =>
  steps.find((step) => {
    switch (step.kind) {
      case "questions":
        return step.fields.some(({ field_name }) => field_name === field);
      case "host":
        return field === "recipient" || field === "host";
      case "agreement":
        return field === "agreements" || field === "signature" || field === "signed_name";
      case "signature":
        return field === "signature" || field === "signed_name";
      case "photo":
        return field === "photo";
      case "type":
        return field === "visit_type";
      default:
        return false;
    }
  });
