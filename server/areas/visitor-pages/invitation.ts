import { optional } from "../../platform/lib/record/optional.ts";
import type { UpdateInput } from "../../platform/http/input/update-input.ts";
import { isBlank, checkAnswers, wrongAnswer } from "../door/answers.ts";
import { checkAsShown, shownAsOf } from "../door/signed-agreements.ts";
import { agreementsFor, type SignInPoint, readAgreement, readWhole, type WholeDoor } from "../door/door.ts";
import { parsePhoto } from "../../platform/lib/text/picture.ts";
import { type RequestContext, FileResponse } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { findLedGroup, type LedGroup } from "../../resources/groups/leader.ts";
import { invitationFile } from "../../resources/messages/invitations/invitation-calendar.ts";
import { earlierInvitations } from "../../resources/messages/invitations/invitation-history.ts";
import { findOccurrenceParameters } from "../../resources/registered-visitors/series-invitations/messages.ts";
import { uidFinder } from "../../resources/messages/invitations/invitation-uid.ts";
import { invitationPageLink } from "../../resources/messages/invitations/invitation-link.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";
import {
  type InvitedVisitor,
  type PreRegistration,
  type PreSignedAgreement,
  readInvitedVisitor,
  type PreRegistrationInput,
  savePreRegistration,
} from "../../resources/registered-visitors/pre-registration.ts";
import { copiedFields } from "../../resources/registered-visitors/sign-in.ts";
import type { Invitation, InvitationInput } from "./contract.ts";

type Wire = Static<typeof Invitation>;
type Input = Static<typeof InvitationInput>;
type Call = RequestContext & { location: string };
type Update = UpdateInput<Input>;

const wholeOf = async (call: Call): Promise<WholeDoor> => {
  const point: SignInPoint = { location: call.location, entryPoint: undefined, source: 2 };
  return (await readWhole(call, point)).door;
};

/** The type they are invited for, or the only type for expected visitors, if there is just one. */
const typeOf = ({ visit_types }: WholeDoor, { row }: InvitedVisitor): WholeDoor["visit_types"][number] | undefined => {
  const expected = visit_types.filter((type) => type.expected);
  return row.visit_type === null
    ? expected.length === 1
      ? expected[0]
      : undefined
    : visit_types.find(({ _id }) => _id === row.visit_type);
};

/** The inviter has chosen the host. */
const questionsOf = (type: WholeDoor["visit_types"][number] | undefined) =>
  (type?.fields ?? []).filter(({ field_name }) => field_name !== "recipient");

const answersOf = (type: WholeDoor["visit_types"][number] | undefined, { row }: InvitedVisitor): Wire["answers"] => {
  const known = copiedFields({ ...row, doc: "" });
  const names = questionsOf(type).map(({ field_name }) => field_name);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(known, name) && !isBlank(known[name])).map((name) => [name, known[name]]),
  );
};

/** The agreements that they sign, in order: also those for groups alone where they come in one. */
const requiredOf = (door: WholeDoor, invited: InvitedVisitor): WholeDoor["agreements"] => {
  const required = new Set(agreementsFor(typeOf(door, invited), invited.row.group_id !== null));
  return door.agreements.filter(({ _id }) => required.has(_id));
};

/** When the invitation's link was made: the link is the same each time. */
const termOf = ({ row }: InvitedVisitor, now: number) => ({
  from: row.visiting_from,
  to: row.visiting_to,
  made: row.invited_date === null ? now : Date.parse(row.invited_date),
});

const wire = (call: Call, door: WholeDoor, invited: InvitedVisitor, group: LedGroup | undefined): Wire => {
  const { row, given } = invited;
  const type = typeOf(door, invited);
  const span = { ...optional("startDate", row.visiting_from), ...optional("endDate", row.visiting_to) };
  const required = requiredOf(door, invited);
  const present = new Map(required.map(({ _id, version }) => [_id, version]));
  const { config, secretKey, now } = call.context;
  const whose = { location: call.location, registeredVisitorId: call.principal._id, round: row.invitation_round };
  return {
    location: door.location,
    privacy_notice: door.privacy_notice,
    ...optional("retention_days", door.settings.retention_days),
    ...(Object.keys(span).length === 0 ? {} : { visiting_on: span }),
    ...optional("host", row.recipient),
    ...optional("language_id", row.language_id),
    ...(type === undefined ? {} : { visit_type: { _id: type._id, name: type.name } }),
    fields: questionsOf(type),
    agreements: required,
    photo: type?.photo ?? "off",
    answers: answersOf(type, invited),
    signed: given.agreements.filter(({ _id, version }) => present.get(_id) === version).map(({ _id }) => _id),
    has_photo: given.photo !== null,
    status: row.status === "invited" || row.status === "preregistered" ? row.status : "created",
    ...optional("preregistered_date", row.preregistered_date),
    ...optional("group", group),
    code: invitationPageLink({ publicUrl: config.publicUrl, secretKey }, whose, termOf(invited, now())),
  };
};

/** The visit of an invitation, and the answers so far. Errors: `403` if it has expired. */
export const readInvitation = async (call: Call): Promise<Wire> => {
  const leader = call.principal._id;
  const invited = await readInvitedVisitor(call, call.location, leader);
  const group = await findLedGroup(call, call.location, { leader, group: invited.row.group_id });
  return wire(call, await wholeOf(call), invited, group);
};

const checkedAnswers = (
  { body }: Update,
  door: WholeDoor,
  invited: InvitedVisitor,
): PreRegistrationInput["answers"] => {
  const type = typeOf(door, invited);
  const sent = body.answers ?? {};
  const gone = Object.keys(sent).filter((name) => isBlank(sent[name]) && sent[name] !== false);
  const fields = questionsOf(type).map((field) => (body.draft === true ? { ...field, required: false } : field));
  const has = new Set(Object.keys(answersOf(type, invited)).filter((name) => !gone.includes(name)));
  const given = checkAnswers(fields, sent, true, has);
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...given };
};

const picture = (field: string, text: string | undefined): string | undefined => {
  if (text !== undefined && parsePhoto(text) === undefined)
    throw wrongAnswer(field, "must be a JPEG, PNG, WebP or GIF image.");
  return text;
};

/** An agreement that was signed earlier keeps the signature it was given then. */
const withOwnSignature = (one: PreSignedAgreement, { given }: InvitedVisitor): PreSignedAgreement => ({
  ...one,
  own: one.own ?? { signature: given.signature, signed_name: given.signed_name },
});

const checkedSignatures = (
  call: Call,
  { body }: Update,
  door: WholeDoor,
  invited: InvitedVisitor,
): Partial<PreRegistration> => {
  const answered = body.agreements ?? [];
  if (answered.length === 0) return {};
  checkAsShown(requiredOf(door, invited), answered, "GET /invitation");
  const signature = picture("signature", body.signature);
  if (signature === undefined && body.signed_name === undefined)
    throw wrongAnswer("signature", "is required: either a drawing, or the full name in signed_name.");
  const language = body.language_id ?? invited.row.language_id;
  const fresh = new Map(
    answered.map((one) => [
      one._id,
      {
        _id: one._id,
        version: one.version,
        language,
        signed_at: iso(call.now),
        shown_as: shownAsOf(one),
      },
    ]),
  );
  const kept = invited.given.agreements
    .filter(({ _id }) => !fresh.has(_id))
    .map((one) => withOwnSignature(one, invited));
  return {
    agreements: [...kept, ...fresh.values()],
    signature: signature ?? null,
    signed_name: signature === undefined ? (body.signed_name ?? null) : null,
  };
};

const checkedPhoto = (
  { body, removed }: Update,
  door: WholeDoor,
  invited: InvitedVisitor,
): Partial<PreRegistration> => {
  if (removed.has("photo")) return { photo: null };
  const photo = picture("photo", body.photo);
  return photo === undefined || (typeOf(door, invited)?.photo ?? "off") === "off" ? {} : { photo };
};

/** Saves the visitor's answers before the visit. Errors: `400` with `field`; `403` if the invitation has expired. */
export const saveInvitation = async (call: Call & Update): Promise<Wire> => {
  const door = await wholeOf(call);
  await savePreRegistration(call, call.location, call.principal._id, (invited) => ({
    answers: checkedAnswers(call, door, invited),
    language_id: call.body.language_id,
    given: { ...checkedSignatures(call, call, door, invited), ...checkedPhoto(call, door, invited) },
    complete: call.body.draft !== true,
  }));
  return readInvitation(call);
};

/** The document of an agreement that this visitor is asked to sign. Errors: `403`, `404`. */
export const readInvitationAgreement = async (call: Call, id: string, asked: string | undefined) => {
  await readInvitedVisitor(call, call.location, call.principal._id);
  return readAgreement(call, call.location, id, { preferred: asked, fallback: "en" });
};

/**
 * The visit for the visitor's calendar; the same entry as the one in their email. Errors: `403`; `404` without a date.
 */
export const readCalendar = async (call: Call, asked: string | undefined): Promise<FileResponse> => {
  const { location: place } = await wholeOf(call);
  const id = call.principal._id;
  const { row } = await readInvitedVisitor(call, call.location, id);
  const earlier = (await earlierInvitations(call.db, call.location, [id])).get(id);
  const uidOf = await uidFinder(call.db, call.context.config);
  const file = invitationFile(
    {
      template: "registered_visitor_invitation",
      registeredVisitorId: id,
      firstName: row.first_name,
      lastName: row.last_name,
      host: row.recipient,
      locationName: place.name,
      address: place.address ?? null,
      timezone: place.timezone,
      from: row.visiting_from,
      to: row.visiting_to,
      ...optional("sequence", earlier?.[0]?.sequence),
      uid: uidOf(id, earlier),
      round: row.invitation_round,
      ...(await findOccurrenceParameters(call.db, call.location, id)),
      location: call.location,
      made: call.now,
      language: chooseLanguage(asked, row.language_id, place.default_language),
    },
    call.context,
  );
  if (file === undefined) throw notFound("This visit has no date.");
  return new FileResponse(Buffer.from(file.text), file.name);
};
