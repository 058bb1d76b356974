import type * as contract from "../../../server/areas/visitor-pages/contract.ts";
import type { Static } from "typebox";
import { isBlank } from "../../visitor-flow/answers.ts";
import type { Door } from "../../visitor-flow/door.ts";
import type { Draft } from "../../visitor-flow/model.ts";
import type { DoorType } from "../../visitor-flow/door.ts";

/** The visit of the invitation, and the visitor's input so far. */
export type Invitation = Static<typeof contract.Invitation>;
/** The group that the visitor leads. */
export type InvitationGroup = Static<typeof contract.InvitationGroup>;
/** The input to save. */
export type InvitationInput = Static<typeof contract.InvitationInput>;

/** The questions of an invitation as a door with one visit type; the inviter has chosen the host. */
export const doorOf = ({
  location,
  privacy_notice,
  retention_days,
  visit_type,
  fields,
  agreements,
  photo,
  signed,
}: Invitation): Door => {
  const done = new Set(signed);
  const type: DoorType = {
    _id: visit_type?._id ?? "",
    name: visit_type?.name ?? {},
    fields,
    agreements: agreements.map(({ _id }) => _id).filter((id) => !done.has(id)),
    photo,
    signature: "off",
    screening: false,
    badge: true,
    expected: true,
    welcome_message: {},
    signout_message: {},
  };
  return {
    location,
    settings: {
      hosts_must_be_valid: false,
      kiosk_sign_out_button: false,
      kiosk_idle_seconds: 0,
      welcome_seconds: 0,
      kiosk_keyboard: false,
      kiosk_camera: false,
      ...(retention_days === undefined ? {} : { retention_days }),
    },
    privacy_notice,
    visit_types: [type],
    agreements,
  };
};

/** Defaults for the visitor's input: what they or their inviter entered before. */
export const draftOf = ({ answers }: Invitation, photo: string | undefined): Partial<Draft> => ({
  answers,
  ...(photo === undefined ? {} : { photo }),
});

/** Earlier answers that were cleared. */
const clearedAnswers = ({ answers, fields }: Invitation, draft: Draft): Record<string, null> =>
  Object.fromEntries(
    fields
      .filter(({ field_name }) => !isBlank(answers[field_name]) && isBlank(draft.answers[field_name]))
      .map(({ field_name }) => [field_name, null]),
  );

type FlowSubmission = Pick<InvitationInput, "answers" | "agreements" | "signature" | "signed_name" | "photo">;

/**
 * The input that saves a draft: the answers, the cleared ones, and only new pictures.
 * @param given as a sign-in would send it
 */
export const inputOf = (
  invitation: Invitation,
  draft: Draft,
  { given, language, before }: { given: FlowSubmission; language: string; before: string | undefined },
): InvitationInput => {
  const { photo, ...rest } = given;
  const asked = new Set(invitation.fields.map(({ field_name }) => field_name));
  const answers = Object.fromEntries(Object.entries(given.answers ?? {}).filter(([name]) => asked.has(name)));
  const isNewPhoto = draft.photo !== before;
  return {
    ...(rest.agreements === undefined ? {} : rest),
    language_id: language,
    answers: { ...answers, ...clearedAnswers(invitation, draft) },
    // `null` removes the photo; the contract's type only has texts.
    ...(isNewPhoto ? ({ photo: photo ?? null } as Pick<InvitationInput, "photo">) : {}),
  };
};
