import type { Db, Statement } from "../../../platform/db/database.ts";
import { passwordLink } from "../../../platform/auth/passwords/password-link.ts";
import type { Attachment, RenderedMessage } from "../../../platform/channels/channel.ts";
import { findChannel } from "../../../platform/channels/channels.ts";
import { findCompanions } from "../companions.ts";
import { hostLink, type HostLinks, type LinkSettings, targetOf } from "../host-link.ts";
import { accountLetter, noticeLetter, testLetter } from "./account-mail.ts";
import { emergencyLetter, emergencySms } from "./emergency-mail.ts";
import { goesToHostOfToday } from "../host-of-today.ts";
import { moreVisitorsLetter, moreVisitorsText } from "../more-visitors.ts";
import { hostLetter, hostSms, hostSubject, type HostNotification } from "./host-mail.ts";
import { type CalendarSettings, invitationEvent } from "../invitations/invitation-calendar.ts";
import {
  type Invitation,
  invitationLetter,
  invitationPicture,
  invitationSubject,
  replyAddress,
} from "../invitations/invitation-mail.ts";
import { parsePhoto } from "../../../platform/lib/text/picture.ts";
import { optional } from "../../../platform/lib/record/optional.ts";
import { plainDirections } from "../../../platform/lib/text/plain-directions.ts";
import { chooseLanguage } from "../../../platform/lib/text/language.ts";
import { type Letter, letterHtml, letterText, LOGO_ID } from "./letter.ts";
import { monthlyReportMail } from "./report-mail.ts";
import { shortLink } from "../short-link.ts";
import type { MessageRow } from "../store.ts";
import { messageTexts } from "../texts.ts";

/** What rendering needs from the context. */
export type Source = CalendarSettings & { now: () => number; db: Db };

const sendingOf = ({ config, secretKey }: Source): LinkSettings => ({ publicUrl: config.publicUrl, secretKey });

type MailDraft = { subject: string; letter: Letter; invitation?: Invitation };

type InvitationRow = Extract<MessageRow, { template: Invitation["template"] }>;

const invitationOf = ({ template, parameters, company_id, create_date, language }: InvitationRow): Invitation => ({
  ...parameters,
  template,
  location: company_id,
  made: Date.parse(create_date),
  language: chooseLanguage(language),
});

type NotificationRow = Extract<MessageRow, { template: HostNotification["template"] }>;

const notificationOf = async (
  db: Db,
  { template, parameters, company_id, language }: NotificationRow,
): Promise<HostNotification> => ({
  template,
  parameters,
  location: company_id,
  language: chooseLanguage(language),
  companions: await findCompanions(db, company_id, parameters.companions),
});

const isShort = ({ kind }: Pick<MessageRow, "kind">): boolean => findChannel(kind)?.form === "short";

/** The links of a notification; undefined where there are none. */
type LinkMaker = (row: NotificationRow) => Promise<HostLinks | undefined>;

/** What lists show in the place of the links. */
const mark: LinkMaker = async ({ language }) => {
  const { link } = messageTexts(chooseLanguage(language)).hosts;
  return { reply: link, approve: link, reject: link };
};

/** The links, for the host that the visit has today. */
const linksOf =
  (source: Source): LinkMaker =>
  async (row) => {
    if (!(await goesToHostOfToday(source.db, row))) return undefined;
    const { visitId, host, signedIn } = row.parameters;
    const target = targetOf({ location: row.company_id, visitId, host }, signedIn);
    const sending = sendingOf(source);
    if (isShort(row)) {
      const link = await shortLink(source.db, sending, target);
      return { reply: link, approve: link, reject: link };
    }
    return {
      reply: hostLink(sending, target),
      approve: hostLink(sending, target, "approve"),
      reject: hostLink(sending, target, "reject"),
    };
  };

/** Subject and letter of an email; undefined if there is nothing left to say, or this version has no such template. */
const write = async (source: Source, message: MessageRow, links: LinkMaker): Promise<MailDraft | undefined> => {
  const language = chooseLanguage(message.language);
  switch (message.template) {
    case "registered_visitor_invitation":
    case "registered_visitor_change":
    case "registered_visitor_cancellation":
    case "registered_visitor_withdrawal": {
      const invitation = invitationOf(message);
      return {
        subject: invitationSubject(invitation),
        letter: invitationLetter(invitation, sendingOf(source)),
        invitation,
      };
    }
    case "user_invitation":
    case "password_reset": {
      const url = await passwordLink(source, source.db, message.parameters.userId, message);
      return url === undefined ? undefined : accountLetter(message.template, url, language);
    }
    case "visitor_arrived":
    case "visitor_to_decide":
    case "visitor_left":
    case "visitor_approved":
    case "visitor_rejected": {
      const notification = await notificationOf(source.db, message);
      return { subject: hostSubject(notification), letter: hostLetter(notification, await links(message)) };
    }
    case "more_visitors":
      return moreVisitorsLetter(message.parameters, language);
    case "emergency":
      return emergencyLetter(message.parameters, language);
    case "monthly_report":
      return monthlyReportMail(source, message.company_id, message.parameters, language);
    case "notice":
      return { subject: message.parameters.subject, letter: noticeLetter(message.parameters.text, language) };
    case "test_mail":
      return testLetter(language);
    default:
      return undefined;
  }
};

const shortText = async ({ db }: Source, message: MessageRow, links: LinkMaker): Promise<string | undefined> => {
  switch (message.template) {
    case "notice":
      return message.parameters.text;
    case "more_visitors":
      return moreVisitorsText(message.parameters, chooseLanguage(message.language));
    case "emergency":
      return emergencySms(message.parameters, chooseLanguage(message.language));
    case "visitor_arrived":
    case "visitor_to_decide":
    case "visitor_left":
    case "visitor_approved":
    case "visitor_rejected":
      return hostSms(await notificationOf(db, message), await links(message));
    default:
      return undefined;
  }
};

const shortMessage = async (
  source: Source,
  message: MessageRow,
  links: LinkMaker,
): Promise<{ text: string } | undefined> => {
  const text = await shortText(source, message, links);
  if (text === undefined) return undefined;
  const plain = plainDirections(text);
  return { text: findChannel(message.kind)?.fold?.(plain) ?? plain };
};

/**
 * The plain text of a message as the outbox shows it: a mark stands for the link of a host, which is theirs alone.
 * @returns undefined if there is nothing to show
 */
export const preview = async (
  source: Source,
  message: MessageRow,
): Promise<Pick<RenderedMessage, "subject" | "text"> | undefined> => {
  if (isShort(message)) return shortMessage(source, message, mark);
  const written = await write(source, message, mark);
  return written && { subject: plainDirections(written.subject), text: plainDirections(letterText(written.letter)) };
};

const pictured = ({ letter, invitation }: MailDraft, sending: LinkSettings): Letter => ({
  ...letter,
  ...optional("picture", invitation && invitationPicture(invitation, sending)),
});

const BRAND: Statement = { name: "find-brand-of-mail", text: "select colour, logo from companies where _id = $1" };

/** The types and the size of logos that emails embed. */
const LOGO_TYPES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif"]);
const LOGO_BYTES_MAX = 100 * 1024;

/** The location's current colour and logo. */
const brandOf = async (db: Db, { company_id }: MessageRow): Promise<Pick<Letter, "colour" | "logo">> => {
  const [row] = await db.named<{ colour: string | null; logo: string | null }>(BRAND, [company_id]);
  const logo = parsePhoto(row?.logo ?? "");
  const isShown = logo !== undefined && LOGO_TYPES.has(logo.type) && logo.bytes.length <= LOGO_BYTES_MAX;
  return { ...optional("colour", row?.colour), ...(isShown ? { logo } : {}) };
};

const pictures = ({ picture, logo }: Letter): Attachment[] => [
  ...(logo === undefined ? [] : [{ name: LOGO_ID, cid: LOGO_ID, ...logo }]),
  ...(picture === undefined
    ? []
    : [{ name: `${picture.name}.png`, type: "image/png", bytes: picture.bytes, cid: picture.name }]),
];

/**
 * A message as it is sent, with links made and signed now.
 * @returns undefined if there is nothing to send: the account is gone or needs no password, or the template is unknown
 */
export const render = async (source: Source, message: MessageRow): Promise<RenderedMessage | undefined> => {
  const links = linksOf(source);
  if (isShort(message)) return shortMessage(source, message, links);
  const written = await write(source, message, links);
  if (written === undefined) return undefined;
  const { subject, invitation } = written;
  const letter = { ...pictured(written, sendingOf(source)), ...(await brandOf(source.db, message)) };
  return {
    subject: plainDirections(subject),
    fromName: plainDirections(letter.from),
    ...optional("replyTo", invitation && replyAddress(invitation)),
    text: plainDirections(letterText(letter)),
    html: plainDirections(letterHtml(letter)),
    attachments: pictures(letter),
    ...optional("calendar", invitation && invitationEvent(invitation, message.recipient, source)),
  };
};
