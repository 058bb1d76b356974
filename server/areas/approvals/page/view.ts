import { type RecordedDecision, type HostedVisit, isTheirs } from "../hosted-visits.ts";
import type { HtmlPage } from "../../../platform/http/output/html-page.ts";
import { escapeHtml as escape } from "../../../platform/lib/text/html.ts";
import { initialsOf } from "../../../../shared/text/initials.ts";
import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { REJECTION_REASON_MAX } from "../../../../shared/rejection.ts";
import { colonIn } from "../../../../shared/text/typography.ts";
import type { Choice } from "../../../resources/messages/host-link.ts";
import { addressOf, CHECK, type HostPageState, greeted, header, moment, nameOf, namesOf, page } from "./layout.ts";
import { replies } from "./replies.ts";
import { pageTexts } from "./texts.ts";

const MINUTE_MS = 60_000;
/** Beyond this time, a visitor's wait is no longer shown in minutes. */
const WAITING_MINUTES_MAX = 90;

/** How long they have waited, and where; or since when they have been inside. Markup. */
const waiting = (pageState: HostPageState): string => {
  const { visit, now } = pageState;
  const { waiting: text, justArrived, arrived } = pageTexts(visit.language);
  const minutes = Math.max(0, Math.floor((now - visit.signedIn) / MINUTE_MS));
  const { entrance } = visit;
  if (visit.decision === undefined && !visit.hasLeft && minutes <= WAITING_MINUTES_MAX)
    return `<b>${escape(fillPlaceholders(minutes === 0 ? justArrived : text, { minutes, entrance }))}</b>`;
  return escape(fillPlaceholders(arrived, { ...moment(pageState, visit.signedIn), entrance }));
};

const face = ({ visit, token }: HostPageState): string =>
  visit.hasPhoto
    ? `<img class="face" src="/decide/photo?token=${escape(encodeURIComponent(token))}" alt="" width="172" height="206">`
    : `<div class="initials" aria-hidden="true">${escape(initialsOf(nameOf(visit)))}</div>`;

const ANSWER_LENGTH_MAX = 2_000;

const answerText = (value: unknown, language: string): string => {
  if (typeof value === "boolean") return pageTexts(language)[value ? "yes" : "no"];
  if (Array.isArray(value)) return value.map((part) => answerText(part, language)).join(", ");
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= ANSWER_LENGTH_MAX ? text : `${text.slice(0, ANSWER_LENGTH_MAX).toWellFormed()}…`;
};

const row = (name: string, value: string): string => `<div><dt>${escape(name)}</dt><dd>${escape(value)}</dd></div>`;

const facts = (visit: HostedVisit): string => {
  const { visitType, signed, version } = pageTexts(visit.language);
  const rows = [
    ...(visit.visitType === null ? [] : [row(visitType, visit.visitType)]),
    ...visit.answers.map(([name, value]) => row(name, answerText(value, visit.language))),
    ...visit.agreements.map((agreement) => row(signed, fillPlaceholders(version, agreement))),
  ];
  return rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`;
};

const decided = (pageState: HostPageState, { approval, at, by, name, reason }: RecordedDecision): string => {
  const texts = pageTexts(pageState.visit.language);
  const { you, other } = texts[approval];
  const values = { ...moment(pageState, at), name: name ?? texts.reception };
  const { language } = pageState.visit;
  const why =
    reason === null ? "" : `<p class="why">${escape(`${texts.rejection.reason}${colonIn(language)} ${reason}`)}</p>`;
  return `<p role="status">${escape(fillPlaceholders(by === "link" ? you : other, values))}</p>${why}<p class="quiet">${escape(texts.final)}</p>`;
};

const button = (choice: Choice, label: string, first: boolean): string =>
  `<button name="choice" value="${choice}" class="${first ? "first" : ""}${choice === "reject" ? " no" : ""}">${choice === "approve" ? CHECK : ""}<span>${escape(label)}</span></button>`;

/** A separate form: Enter in its field must not press Approve. */
const withReason = (pageState: HostPageState): string => {
  const { reject, rejection } = pageTexts(pageState.visit.language);
  return `<details class="reason"><summary>${escape(rejection.open)}</summary><form method="post" action="${escape(addressOf(pageState))}">
<label>${escape(rejection.reason)}<input name="rejection_reason" autocomplete="off" maxlength="${REJECTION_REASON_MAX}" required></label><p class="quiet">${escape(rejection.help)}</p>${button("reject", reject, false)}</form></details>`;
};

const form = (pageState: HostPageState, choice: Choice, problem: string): string => {
  const { visit } = pageState;
  const { approve, reject, question } = pageTexts(visit.language);
  const ask =
    visit.host === null ? question.open : fillPlaceholders(question.to, { host: greeted(visit.host, visit.language) });
  return `<form method="post" action="${escape(addressOf(pageState))}">${problem}<p>${escape(ask)}</p>
<div class="buttons">${button("approve", approve, choice === "approve")}${button("reject", reject, choice === "reject")}</div></form>${withReason(pageState)}`;
};

const foot = (pageState: HostPageState, choice: Choice, problem: string): string => {
  const { visit } = pageState;
  const { decision, isScreened } = visit;
  // Who isn't the host any more, or whose visitor has left, reads how it stands.
  if (!isScreened || (decision === undefined && !isTheirs(visit))) return replies(pageState, problem);
  const decisionPart = decision === undefined ? form(pageState, choice, problem) : decided(pageState, decision);
  return `${decisionPart}${replies(pageState)}`;
};

const titleOf = (visit: HostedVisit, visitor: string): string => {
  const { language, isScreened, decision } = visit;
  const texts = pageTexts(language);
  if (decision !== undefined) return `${texts[decision.approval].badge}${colonIn(language)} ${visitor}`;
  if (!isTheirs(visit)) return visitor;
  return fillPlaceholders(isScreened ? texts.title : texts.replyTitle, { visitor });
};

const about = (pageState: HostPageState): string => {
  const { visit } = pageState;
  const { decision, company, visitor, language } = visit;
  const since = waiting(pageState);
  const badge =
    decision === undefined
      ? `<p class="chip">${since}</p>`
      : `<p class="chip ${decision.approval}">${pageTexts(language)[decision.approval].badge}</p>`;
  // Those who came along may be of other companies.
  const from =
    visitor === null || company === null || visit.companions.length > 0 ? "" : `<p class="from">${escape(company)}</p>`;
  const arrival = decision === undefined ? "" : `<p class="from">${since}</p>`;
  return `${face(pageState)}${badge}<h1>${escape(namesOf(visit))}</h1>${from}${arrival}${facts(visit)}`;
};

/**
 * The visit with its answers and photo, and the buttons to approve, reject or reply; or the decision.
 * @param choice the button of the email that led here: it is highlighted, and decides nothing
 * @param unchosen the form was sent without a choice
 */
export const visitPage = (pageState: HostPageState, choice: Choice, unchosen = false): HtmlPage => {
  const { visit } = pageState;
  const problem = unchosen ? `<p class="problem" role="alert">${escape(pageTexts(visit.language).choose)}</p>` : "";
  const body = `<div class="about">${about(pageState)}</div><div class="foot">${foot(pageState, choice, problem)}</div>`;
  return page(visit.language, titleOf(visit, namesOf(visit)), `${header(pageState)}<main>${body}</main>`, visit.colour);
};
