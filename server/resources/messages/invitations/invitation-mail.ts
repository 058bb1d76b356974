import { isEmailAddress } from "../../../../shared/email.ts";
import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { greetedAs } from "../../../../shared/text/typography.ts";
import type { InvitationChange, InvitationContent, InvitationParameters } from "../columns.ts";
import type { LinkSettings } from "../host-link.ts";
import { invitationPageLink, seriesLink } from "./invitation-link.ts";
import type { Letter } from "../mail/letter.ts";
import { qrCode } from "../mail/qr-code.ts";
import { formatDay, formatVisitSpan } from "../mail/format-dates.ts";
import { messageTexts } from "../texts.ts";

/**
 * Everything needed to write an invitation, or an email that follows it: its location, when it was queued, and the
 * language, among others.
 */
export type Invitation = InvitationParameters & {
  template: InvitationContent["template"];
  changes?: readonly InvitationChange[];
  location: string;
  made: number;
  language: string;
};

const TEXTS = {
  registered_visitor_invitation: "invitation",
  registered_visitor_change: "invitationChange",
  registered_visitor_cancellation: "invitationCancellation",
  registered_visitor_withdrawal: "invitationWithdrawal",
} as const;

/** Whether it is about a visit that comes again, as a whole. */
const isOfSeries = ({ series }: Invitation): boolean => series?.timing != null && series.occurrence === null;

/** The texts of an email that takes the invitation back; undefined for others. */
const endingOf = (invitation: Invitation) => {
  const { invitationCancellation, seriesCancellation, invitationWithdrawal } = messageTexts(invitation.language);
  if (invitation.template === "registered_visitor_withdrawal") return invitationWithdrawal;
  if (invitation.template !== "registered_visitor_cancellation") return undefined;
  return isOfSeries(invitation) ? seriesCancellation : invitationCancellation;
};

/** A text about the visit with its placeholders filled in. */
export const filled = (invitation: Invitation, template: string): string => {
  const { firstName, lastName, host, locationName, from, timezone, language } = invitation;
  const day = from === null ? null : formatDay(Date.parse(from), timezone, language);
  const name = greetedAs({ first: firstName, last: lastName }, language);
  return fillPlaceholders(template, { name, host, location: locationName, day });
};

/** The link to the visitor's own page. */
export const linkOf = (invitation: Invitation, { publicUrl, secretKey }: LinkSettings): string =>
  invitation.series === undefined
    ? invitationPageLink({ publicUrl, secretKey }, invitation, invitation)
    : seriesLink(
        { publicUrl, secretKey },
        { location: invitation.location, invitationId: invitation.series.invitationId, round: invitation.round ?? 0 },
        invitation.made,
      );

/** Who expects the visitor and where, in a sentence. */
export const expectation = (invitation: Invitation): string => {
  const { expected, expectedBy } = messageTexts(invitation.language).invitation;
  return filled(invitation, invitation.host === null ? expected : expectedBy);
};

/** First and last name, as far as they are known. */
export const fullName = ({ firstName, lastName }: Invitation): string =>
  [firstName, lastName].filter(Boolean).join(" ");

/** Location, entrance and address on one line. */
export const placeOf = ({ locationName, entrance, address }: Invitation): string =>
  [locationName, entrance, address].filter((part) => typeof part === "string").join(", ");

/** Some of the days that follow; undefined where there are none. */
const alsoOn = ({ series, timezone, language }: Invitation): string | undefined =>
  series === undefined || series.next.length === 0
    ? undefined
    : series.next.map((from) => formatDay(Date.parse(from), timezone, language)).join("; ");

const factsOf = (invitation: Invitation): (readonly [string, string])[] => {
  const { invitation: text, hosts } = messageTexts(invitation.language);
  const when = formatVisitSpan(invitation, invitation.language);
  const later = alsoOn(invitation);
  return [
    ...(invitation.changes?.includes("name") ? [[hosts.visitor, fullName(invitation)] as const] : []),
    ...(when === undefined ? [] : [[text.when, when] as const]),
    ...(later === undefined ? [] : [[text.later, later] as const]),
    [text.where, placeOf(invitation)],
    ...(invitation.host === null ? [] : [[text.host, invitation.host] as const]),
  ];
};

/** The subject of an invitation, or of an email that follows it. */
export const invitationSubject = (invitation: Invitation): string =>
  filled(invitation, (endingOf(invitation) ?? messageTexts(invitation.language)[TEXTS[invitation.template]]).subject);

const saying = (invitation: Invitation): string => {
  const { invitationChange } = messageTexts(invitation.language);
  const ending = endingOf(invitation);
  if (ending !== undefined) return filled(invitation, ending.text);
  if (invitation.changes === undefined) return expectation(invitation);
  const sentences = invitation.changes.map((change) => filled(invitation, invitationChange[change]));
  return [...sentences, invitationChange.now].join(" ");
};

/** What the leader of a group is asked; nothing in other emails. */
const asking = ({ template, canName, language }: Invitation): string[] =>
  template === "registered_visitor_invitation" && canName === true ? [messageTexts(language).invitation.names] : [];

/** The letter, without its picture: the outbox doesn't show one. */
export const invitationLetter = (invitation: Invitation, sending: LinkSettings): Letter => {
  const { hello, invitation: text } = messageTexts(invitation.language);
  const ending = endingOf(invitation);
  return {
    language: invitation.language,
    from: invitation.locationName,
    paragraphs: [filled(invitation, hello), saying(invitation), ...asking(invitation)],
    facts: factsOf(invitation),
    ...(ending !== undefined ? {} : { button: { label: text.button, url: linkOf(invitation, sending) } }),
    footer: filled(invitation, (ending ?? text).footer),
  };
};

/** Where the visitor's replies go: the host. Undefined if the host's address is unknown. */
export const replyAddress = ({ hostMail }: Invitation): string | undefined =>
  typeof hostMail === "string" && isEmailAddress(hostMail) ? hostMail : undefined;

/** The QR code of the link, which the kiosk scans on arrival. Undefined once the visit is called off. */
export const invitationPicture = (invitation: Invitation, sending: LinkSettings): Letter["picture"] =>
  endingOf(invitation) !== undefined
    ? undefined
    : {
        name: "code",
        alt: messageTexts(invitation.language).invitation.codeName,
        caption: messageTexts(invitation.language).invitation.code,
        ...qrCode(linkOf(invitation, sending)),
      };
