import { isEmailAddress } from "../../../shared/email.ts";
import { fillPlaceholders } from "../../../shared/placeholders.ts";
import { greetedAs } from "../../../shared/typography.ts";
import type { Attachment } from "../../platform/channels/channel.ts";
import { calendarFile } from "./calendar.ts";
import type { InvitationParameters } from "./columns.ts";
import type { LinkSettings } from "./decision-link.ts";
import { invitationPageLink } from "./invitation-link.ts";
import type { Letter } from "./letter.ts";
import { qrCode } from "./qr-code.ts";
import { formatDay, formatVisitSpan } from "./format-dates.ts";
import { messageTexts } from "./texts.ts";

/** The invitation as it is about to be written: for whom, when it was queued, in which language. */
export type Invitation = InvitationParameters & { location: string; made: number; language: string };

const filled = (invitation: Invitation, template: string): string => {
  const { firstName, lastName, host, locationName, from, timezone, language } = invitation;
  const day = from === null ? null : formatDay(Date.parse(from), timezone, language);
  const name = greetedAs({ first: firstName, last: lastName }, language);
  return fillPlaceholders(template, { name, host, location: locationName, day });
};

const linkOf = (invitation: Invitation, { publicUrl, secretKey }: LinkSettings): string =>
  invitationPageLink({ publicUrl, secretKey }, invitation, invitation);

const factsOf = (invitation: Invitation): (readonly [string, string])[] => {
  const { invitation: text } = messageTexts(invitation.language);
  const when = formatVisitSpan(invitation, invitation.language);
  const where = [invitation.locationName, invitation.address].filter((part) => part !== null).join(", ");
  return [
    ...(when === undefined ? [] : [[text.when, when] as const]),
    [text.where, where],
    ...(invitation.host === null ? [] : [[text.host, invitation.host] as const]),
  ];
};

/** The subject of an invitation. */
export const invitationSubject = (invitation: Invitation): string =>
  filled(invitation, messageTexts(invitation.language).invitation.subject);

/** An invitation as a letter, without its picture: what the outbox shows needs none. */
export const invitationLetter = (invitation: Invitation, sending: LinkSettings): Letter => {
  const { hello, invitation: text } = messageTexts(invitation.language);
  return {
    language: invitation.language,
    from: invitation.locationName,
    paragraphs: [
      filled(invitation, hello),
      filled(invitation, invitation.host === null ? text.expected : text.expectedBy),
    ],
    facts: factsOf(invitation),
    button: { label: text.button, url: linkOf(invitation, sending) },
    footer: filled(invitation, text.footer),
  };
};

/** Who reads what the visitor replies: the host. Undefined without their address. */
export const replyAddress = ({ hostMail }: Invitation): string | undefined =>
  typeof hostMail === "string" && isEmailAddress(hostMail) ? hostMail : undefined;

/** The QR code of the link: what the kiosk reads on arrival. */
export const invitationPicture = (invitation: Invitation, sending: LinkSettings): NonNullable<Letter["picture"]> => ({
  name: "code",
  alt: messageTexts(invitation.language).invitation.codeName,
  caption: messageTexts(invitation.language).invitation.code,
  ...qrCode(linkOf(invitation, sending)),
});

/** The calendar entry of a dated invitation. */
export const invitationFiles = (invitation: Invitation, sending: LinkSettings): Attachment[] => {
  const { from, to, registeredVisitorId, locationName, address, language, made } = invitation;
  if (from === null) return [];
  const { hostname } = new URL(sending.publicUrl);
  const url = linkOf(invitation, sending);
  const { invitation: words } = messageTexts(language);
  const expected = filled(invitation, invitation.host === null ? words.expected : words.expectedBy);
  const text = calendarFile({
    uid: `${registeredVisitorId}@${hostname}`,
    from,
    to,
    summary: filled(invitation, words.event),
    organizer: { name: locationName, mail: `no-reply@${hostname}` },
    description: `${expected}\n\n${words.code}\n${url}`,
    location: [locationName, address].filter((part) => part !== null).join(", "),
    url,
    written: made,
  });
  return [{ name: "visit.ics", type: "text/calendar; charset=utf-8; method=PUBLISH", bytes: Buffer.from(text) }];
};
