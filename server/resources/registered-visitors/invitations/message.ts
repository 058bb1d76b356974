import { isEmailAddress } from "../../../../shared/email.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { chooseLanguage } from "../../../platform/lib/text/language.ts";
import { pickText } from "../../../platform/lib/text/texts.ts";
import { findHostMails } from "../../hosts/mails.ts";
import { type EarlierInvitation, nextSequence } from "../../messages/invitations/invitation-history.ts";
import { type UidFinder, uidFinder } from "../../messages/invitations/invitation-uid.ts";
import type { InvitationParameters, QueuedMessage } from "../../messages/queue.ts";
import type { Invitee, InvitingPlace } from "./store.ts";

/** A registered visitor who can be emailed. */
export type ReachableInvitee = Invitee & { email: string };

/** Whether there is a usable email address. */
export const isReachable = (invitee: Invitee | undefined): invitee is ReachableInvitee =>
  typeof invitee?.email === "string" && isEmailAddress(invitee.email);

/** What every email about an invitation needs: location, recipient, language, and content. */
export type InvitationDraft = {
  location: string;
  kind: "mail";
  recipient: string;
  subjectId: string;
  language: string;
  parameters: InvitationParameters;
};

/** The address on one line. */
export const addressOf = ({
  address,
  zip_code,
  city,
}: Pick<InvitingPlace, "address" | "zip_code" | "city">): string | null =>
  [address, [zip_code, city].filter((part) => part !== null).join(" ")]
    .filter((part) => part !== null && part !== "")
    .join(", ") || null;

/** What else an email needs: the host's address, what the visitor was sent before, and the UID of their entry. */
type Background = { hostMail: string | null; earlier: readonly EarlierInvitation[] | undefined; uidOf: UidFinder };

const draft = (
  invitee: ReachableInvitee,
  location: string,
  from: InvitingPlace,
  { hostMail, earlier, uidOf }: Background,
): InvitationDraft => {
  const language = chooseLanguage(invitee.language_id, from.default_language);
  const languages = { preferred: language, fallback: from.default_language };
  return {
    location,
    kind: "mail",
    recipient: invitee.email,
    subjectId: invitee._id,
    language,
    parameters: {
      registeredVisitorId: invitee._id,
      firstName: invitee.first_name,
      lastName: invitee.last_name,
      host: invitee.recipient,
      hostMail,
      locationName: from.name,
      address: addressOf(from),
      timezone: from.timezone,
      entrypointId: invitee.entrypoint_id,
      entrance: pickText(invitee.entrance ?? {}, languages) ?? null,
      from: invitee.visiting_from,
      to: invitee.visiting_to,
      sequence: nextSequence(earlier),
      uid: uidOf(invitee._id, earlier),
      round: invitee.invitation_round,
      ...(invitee.can_name ? { canName: true } : {}),
    },
  };
};

/**
 * The current contents of invitations, in the order of the visitors.
 * @param earlier what each visitor was sent before, highest sequence first
 */
export const draftInvitations = async (
  { db, context }: RequestContext,
  location: string,
  from: InvitingPlace,
  { invitees, earlier }: { invitees: readonly ReachableInvitee[]; earlier: ReadonlyMap<string, EarlierInvitation[]> },
): Promise<InvitationDraft[]> => {
  const hosts = invitees.flatMap(({ recipient }) => recipient ?? []);
  const mails = await findHostMails(db, location, hosts);
  const uidOf = await uidFinder(db, context.config);
  return invitees.map((invitee) =>
    draft(invitee, location, from, {
      hostMail: mails.get(invitee.recipient ?? "") ?? null,
      earlier: earlier.get(invitee._id),
      uidOf,
    }),
  );
};

/** An invitation to be queued. */
export const invitationMessage = (draft: InvitationDraft, now: number): QueuedMessage => ({
  ...draft,
  template: "registered_visitor_invitation",
  now,
});
