import type { HostReply } from "../../../../shared/host-replies.ts";
import type { HtmlPage } from "../../../platform/http/output/html-page.ts";
import { escapeHtml as escape } from "../../../platform/lib/text/html.ts";
import { fillPlaceholders } from "../../../../shared/text/placeholders.ts";
import { canReply, type HostedVisit } from "../hosted-visits.ts";
import { addressOf, type HostPageState, greeted, header, moment, namesOf, page } from "./layout.ts";
import { pageTexts } from "./texts.ts";

const quiet = (text: string): string => `<p class="quiet">${escape(text)}</p>`;

const replyButton = (reply: Exclude<HostReply, "colleague">, label: string, look = ""): string =>
  `<button name="reply" value="${reply}" class="${look}"><span>${escape(label)}</span></button>`;

const colleagueLink = (pageState: HostPageState, label: string): string =>
  `<a class="button" href="${escape(`${addressOf(pageState)}&colleague=`)}">${escape(label)}</a>`;

/**
 * A host who has to decide may only ask for time or for a colleague; the other replies suit a visitor who may come in.
 */
const buttons = (pageState: HostPageState, isPending: boolean): string => {
  const { coming, wait, reception, colleague } = pageTexts(pageState.visit.language).reply;
  const other = colleagueLink(pageState, colleague);
  return isPending
    ? `<div class="pair">${replyButton("wait", wait)}${other}</div>`
    : `${replyButton("coming", coming, "first")}${replyButton("wait", wait)}<div class="pair">${replyButton("reception", reception)}${other}</div>`;
};

const ask = (visit: HostedVisit, isPending: boolean): string =>
  `<p${visit.isScreened ? ' class="then"' : ""}>${escape(question(visit, isPending))}</p>`;

const question = ({ host, language }: HostedVisit, isPending: boolean): string => {
  const { question: texts, pending } = pageTexts(language).reply;
  if (isPending) return pending;
  return host === null ? texts.open : fillPlaceholders(texts.to, { host: greeted(host, language) });
};

/** This host's reply; a colleague who was asked has not replied yet. */
const given = (pageState: HostPageState): string => {
  const { reply, language, companions } = pageState.visit;
  if (reply === undefined || reply.reply === "colleague") return "";
  const { sent, shown, shownToAll, [reply.reply]: words } = pageTexts(language).reply;
  const text = fillPlaceholders(sent, { ...moment(pageState, reply.at), reply: words });
  return `<p role="status">${escape(text)}</p>${quiet(companions.length > 0 ? shownToAll : shown)}`;
};

/**
 * The replies that the host can send, and the one they sent; or why they can't any more. Markup, empty for a rejected
 * visitor.
 * @param problem markup before the question
 */
export const replies = (pageState: HostPageState, problem = ""): string => {
  const { visit } = pageState;
  const { moved, left } = pageTexts(visit.language).reply;
  if (visit.decision?.approval === "rejected") return "";
  if (visit.hasLeft) return quiet(left);
  if (!canReply(visit))
    return quiet(visit.host === null ? moved.open : fillPlaceholders(moved.to, { host: visit.host }));
  const isPending = visit.isScreened && visit.decision === undefined;
  return `<form method="post" action="${escape(addressOf(pageState))}">${problem}${given(pageState) || ask(visit, isPending)}
<div class="buttons">${buttons(pageState, isPending)}</div></form>`;
};

const found = (pageState: HostPageState, names: readonly string[]): string => {
  const options = names.map((name) => `<button name="colleague" value="${escape(name)}">${escape(name)}</button>`);
  return options.length === 0
    ? ""
    : `<form method="post" action="${escape(addressOf(pageState))}"><div class="buttons">${options.join("")}</div></form>`;
};

const search = ({ token, asked, visit }: HostPageState, typed: string): string => {
  const { name, find } = pageTexts(visit.language).colleague;
  const language = asked === undefined ? "" : `<input type="hidden" name="language_id" value="${escape(asked)}">`;
  return `<form method="get" action="/decide"><input type="hidden" name="token" value="${escape(token)}">${language}
<label>${escape(name)}<input name="colleague" value="${escape(typed)}" autocomplete="off" autofocus maxlength="200"></label><button class="first">${escape(find)}</button></form>`;
};

/**
 * The page where a host looks for a colleague to look after the visitor.
 * @param typed part of a name; empty before the first search
 * @param names the matching hosts
 */
export const colleaguePage = (pageState: HostPageState, typed: string, names: readonly string[]): HtmlPage => {
  const { visit } = pageState;
  const { title, none, back } = pageTexts(visit.language).colleague;
  const heading = fillPlaceholders(title, { visitor: namesOf(visit) });
  const result = typed !== "" && names.length === 0 ? `<p role="status">${escape(none)}</p>` : found(pageState, names);
  return page(
    visit.language,
    heading,
    `${header(pageState)}<main class="colleague"><h1>${escape(heading)}</h1>${search(pageState, typed)}${result}<p><a href="${escape(addressOf(pageState))}">${escape(back)}</a></p></main>`,
    visit.colour,
  );
};
