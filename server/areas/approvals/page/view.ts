import { createHash } from "node:crypto";

import type { Decision, ScreenedVisit } from "../decisions.ts";
import type { HtmlPage } from "../../../platform/http/html-page.ts";
import { accentOf } from "../../../platform/lib/colour.ts";
import { escapeHtml as escape } from "../../../platform/lib/html.ts";
import { fillPlaceholders, type PlaceholderValues } from "../../../platform/lib/placeholders.ts";
import { dateOf } from "../../../platform/lib/time.ts";
import { ownNameOf } from "../../../../shared/languages.ts";
import { colonIn, greetedAs } from "../../../../shared/typography.ts";
import type { Choice } from "../../../resources/messages/decision-link.ts";
import { LANGUAGES } from "../../../platform/lib/language.ts";
import { formatDay, formatTime } from "../../../resources/messages/format-dates.ts";
import { STYLE } from "./style.ts";
import { pageTexts } from "./texts.ts";

/** The location's colour takes the place of the house's (look: "A location's colour"). */
const styleFor = (colour: string | null): string => {
  const accent = accentOf(colour);
  if (accent === undefined) return STYLE;
  const { fill, on, hover, ringLight, ringDark } = accent;
  return `${STYLE}
:root{--accent:${fill};--on:${on};--hover:${hover};--ring:${ringLight}}
@media (prefers-color-scheme:dark){:root{--accent:${fill};--on:${on};--hover:${hover};--ring:${ringDark}}}`;
};

const policyFor = (style: string): string =>
  [
    "default-src 'none'",
    "img-src 'self' data:",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "form-action 'self'",
    "font-src 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");

const page = (language: string, title: string, body: string, colour: string | null = null): HtmlPage => {
  const style = styleFor(colour);
  return {
    policy: policyFor(style),
    text: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escape(title)} · Foyer</title><style>${style}</style></head><body>${body}</body></html>`,
  };
};

/** What a page is made of: the visit, the token that leads to it, the language chosen, and now in milliseconds since 1970. */
export type DecisionPageState = { visit: ScreenedVisit; token: string; asked: string | undefined; now: number };

/** The page's own address; a language that was chosen stays. */
export const addressOf = ({ token, asked }: Pick<DecisionPageState, "token" | "asked">): string =>
  `/decide?token=${encodeURIComponent(token)}${asked === undefined ? "" : `&language_id=${asked}`}`;

const GLOBE = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18"/></svg>`;
const CHECK = `<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12 5 5L20 7"/></svg>`;

const markOf = ({ location, logo }: ScreenedVisit): string => {
  if (logo === null) return `<span class="mark" aria-hidden="true">${escape(initialsOf(location).slice(0, 1))}</span>`;
  const source = logo.startsWith("data:") ? logo : `data:image/png;base64,${logo}`;
  return `<img class="mark" src="${escape(source)}" alt="" height="30">`;
};

const languages = ({ visit, token }: DecisionPageState): string => {
  const links = LANGUAGES.map((code) => {
    const current = code === visit.language ? ' aria-current="true"' : "";
    const address = addressOf({ token, asked: code });
    return `<a href="${escape(address)}" lang="${code}" hreflang="${code}"${current}>${ownNameOf(code)}</a>`;
  });
  const own = ownNameOf(visit.language);
  const label = escape(pageTexts(visit.language).language);
  return `<details class="languages"><summary aria-label="${label}${colonIn(visit.language)} ${own}">${GLOBE}${own}</summary><nav aria-label="${label}">${links.join("")}</nav></details>`;
};

const header = (pageState: DecisionPageState): string =>
  `<header><span class="place">${markOf(pageState.visit)}<span>${escape(pageState.visit.location)}</span></span>${languages(pageState)}</header>`;

const MINUTE_MS = 60_000;
/** The wait of a visitor who came longer ago than this is not shown in minutes any more. */
const WAITING_MINUTES_MAX = 90;

/** An instant as placeholders: the day only when it is another one. */
const moment = ({ visit: { timezone, language }, now }: DecisionPageState, at: number): PlaceholderValues => ({
  day: dateOf(at, timezone) === dateOf(now, timezone) ? null : formatDay(at, timezone, language),
  time: formatTime(at, timezone, language),
});

/** How long they have waited, and where; or since when they are here. Markup. */
const waiting = (pageState: DecisionPageState): string => {
  const { visit, now } = pageState;
  const { waiting: text, arrived } = pageTexts(visit.language);
  const minutes = Math.max(0, Math.floor((now - visit.signedIn) / MINUTE_MS));
  const { entrance } = visit;
  if (visit.decision === undefined && minutes <= WAITING_MINUTES_MAX)
    return `<b>${escape(fillPlaceholders(text, { minutes, entrance }))}</b>`;
  return escape(fillPlaceholders(arrived, { ...moment(pageState, visit.signedIn), entrance }));
};

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .map((part) => /^./u.exec(part)?.[0] ?? "")
    .filter((_, n, all) => n === 0 || n === all.length - 1)
    .join("")
    .toUpperCase();

const nameOf = ({ visitor, company, language }: ScreenedVisit): string =>
  visitor ?? company ?? pageTexts(language).unnamedVisitor;

const face = ({ visit, token }: DecisionPageState): string =>
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

const facts = (visit: ScreenedVisit): string => {
  const { visitType, signed, version } = pageTexts(visit.language);
  const rows = [
    ...(visit.visitType === null ? [] : [row(visitType, visit.visitType)]),
    ...visit.answers.map(([name, value]) => row(name, answerText(value, visit.language))),
    ...visit.agreements.map((agreement) => row(signed, fillPlaceholders(version, agreement))),
  ];
  return rows.length === 0 ? "" : `<dl>${rows.join("")}</dl>`;
};

const decided = (pageState: DecisionPageState, { approval, at, by, name }: Decision): string => {
  const texts = pageTexts(pageState.visit.language);
  const { you, other } = texts[approval];
  const values = { ...moment(pageState, at), name: name ?? texts.reception };
  return `<p role="status">${escape(fillPlaceholders(by === "link" ? you : other, values))}</p><p class="quiet">${escape(texts.final)}</p>`;
};

const button = (choice: Choice, label: string, first: boolean): string =>
  `<button name="choice" value="${choice}" class="${first ? "first" : ""}${choice === "reject" ? " no" : ""}">${choice === "approve" ? CHECK : ""}<span>${escape(label)}</span></button>`;

/** How a host is spoken to: by the first name, where it can be told and the language does so. */
const greeted = (host: string, language: string): string => {
  const [, first, last] = /^([^\s,.]{2,}) (.+)$/s.exec(host) ?? [];
  return greetedAs({ first, last }, language) ?? host;
};

const form = (pageState: DecisionPageState, choice: Choice, problem: string): string => {
  const { visit } = pageState;
  const { approve, reject, question } = pageTexts(visit.language);
  const ask =
    visit.host === null ? question.open : fillPlaceholders(question.to, { host: greeted(visit.host, visit.language) });
  return `<form method="post" action="${escape(addressOf(pageState))}">${problem}<p>${escape(ask)}</p>
<div class="buttons">${button("approve", approve, choice === "approve")}${button("reject", reject, choice === "reject")}</div></form>`;
};

/**
 * The visit with its answers and photo, and the two buttons; or what was decided.
 * @param choice the button of the mail that led here: it comes first to the eye, and decides nothing
 * @param unchosen the form was sent without a choice
 */
export const visitPage = (pageState: DecisionPageState, choice: Choice, unchosen = false): HtmlPage => {
  const { visit } = pageState;
  const texts = pageTexts(visit.language);
  const name = nameOf(visit);
  const problem = unchosen ? `<p class="problem" role="alert">${escape(texts.choose)}</p>` : "";
  const foot = visit.decision === undefined ? form(pageState, choice, problem) : decided(pageState, visit.decision);
  const badge =
    visit.decision && `<p class="chip ${visit.decision.approval}">${texts[visit.decision.approval].badge}</p>`;
  const from = visit.visitor === null || visit.company === null ? "" : `<p class="from">${escape(visit.company)}</p>`;
  return page(
    visit.language,
    visit.decision === undefined
      ? fillPlaceholders(texts.title, { visitor: name })
      : `${texts[visit.decision.approval].badge}${colonIn(visit.language)} ${name}`,
    `${header(pageState)}<main><div class="about">${face(pageState)}${badge ?? ""}${badge === undefined ? `<p class="chip">${waiting(pageState)}</p>` : ""}<h1>${escape(name)}</h1>${from}${badge === undefined ? "" : `<p class="from">${waiting(pageState)}</p>`}${facts(visit)}</div><div class="foot">${foot}</div></main>`,
    visit.colour,
  );
};

const messagePage = (language: string, { title, hint }: { title: string; hint: string }): HtmlPage =>
  page(
    language,
    title,
    `<main class="alone"><span class="closed" aria-hidden="true"></span><h1>${escape(title)}</h1><p>${escape(hint)}</p></main>`,
  );

/** A link that is none of ours, whose time has passed, or whose visit is gone: they look alike. */
export const endedPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).ended);

/** For an address that tried too many links that are none. */
export const tooManyPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).tooMany);

/** When the service could not do it. */
export const failedPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).failed);
