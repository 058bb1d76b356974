import { pictureSource } from "../../../../shared/stored-picture.ts";
import { createHash } from "node:crypto";

import type { HtmlPage } from "../../../platform/http/output/html-page.ts";
import { accentOf } from "../../../platform/lib/text/colour.ts";
import { escapeHtml as escape } from "../../../platform/lib/text/html.ts";
import { LANGUAGES } from "../../../platform/lib/text/language.ts";
import type { PlaceholderValues } from "../../../../shared/text/placeholders.ts";
import { dateOf } from "../../../platform/lib/time/time.ts";
import { formatDay, formatTime } from "../../../resources/messages/mail/format-dates.ts";
import { initialsOf } from "../../../../shared/text/initials.ts";
import { ownNameOf } from "../../../../shared/languages.ts";
import { colonIn, greetedAs } from "../../../../shared/text/typography.ts";
import type { HostedVisit } from "../hosted-visits.ts";
import { nameTogether } from "../../../resources/messages/companions.ts";
import { STYLE } from "./style.ts";
import { pageTexts } from "./texts.ts";

/** The style of the page, with the location's colour instead of Foyer's. */
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

/** A page in its frame. `body` is markup; the colour is the location's. */
export const page = (language: string, title: string, body: string, colour: string | null = null): HtmlPage => {
  const style = styleFor(colour);
  return {
    policy: policyFor(style),
    text: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1,viewport-fit=cover"><meta name="robots" content="noindex"><link rel="icon" href="data:,"><title>${escape(title)} · Foyer</title><style>${style}</style></head><body>${body}</body></html>`,
  };
};

/**
 * The state of a page: the visit, the token that leads to it, the chosen language, and now in milliseconds since 1970.
 */
export type HostPageState = { visit: HostedVisit; token: string; asked: string | undefined; now: number };

/** The page's own address, with the language if one was chosen. */
export const addressOf = ({ token, asked }: Pick<HostPageState, "token" | "asked">): string =>
  `/decide?token=${encodeURIComponent(token)}${asked === undefined ? "" : `&language_id=${asked}`}`;

const GLOBE = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18"/></svg>`;
/** Markup. */
export const CHECK = `<svg width="22" height="22" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="m5 12 5 5L20 7"/></svg>`;

const markOf = ({ location, logo }: HostedVisit): string => {
  const source = pictureSource(logo);
  if (source === undefined)
    return `<span class="mark" aria-hidden="true">${escape(initialsOf(location).slice(0, 1))}</span>`;
  return `<img class="mark" src="${escape(source)}" alt="" height="30">`;
};

const languages = ({ visit, token }: HostPageState): string => {
  const links = LANGUAGES.map((code) => {
    const current = code === visit.language ? ' aria-current="true"' : "";
    const address = addressOf({ token, asked: code });
    return `<a href="${escape(address)}" lang="${code}" hreflang="${code}"${current}>${ownNameOf(code)}</a>`;
  });
  const own = ownNameOf(visit.language);
  const label = escape(pageTexts(visit.language).language);
  return `<details class="languages"><summary aria-label="${label}${colonIn(visit.language)} ${own}">${GLOBE}${own}</summary><nav aria-label="${label}">${links.join("")}</nav></details>`;
};

/** The header: the location and the languages. Markup. */
export const header = (pageState: HostPageState): string =>
  `<header><span class="place">${markOf(pageState.visit)}<span>${escape(pageState.visit.location)}</span></span>${languages(pageState)}</header>`;

/** An instant as placeholders; the day is included only if it is not today. */
export const moment = ({ visit: { timezone, language }, now }: HostPageState, at: number): PlaceholderValues => ({
  day: dateOf(at, timezone) === dateOf(now, timezone) ? null : formatDay(at, timezone, language),
  time: formatTime(at, timezone, language),
});

/** The visitor's name, or else their company. */
export const nameOf = ({ visitor, company, language }: HostedVisit): string =>
  visitor ?? company ?? pageTexts(language).unnamedVisitor;

/** The names of all that a reply is for. */
export const namesOf = (visit: HostedVisit): string => nameTogether(nameOf(visit), visit.companions, visit.language);

/** How a host is addressed: by the first name, if it is known and the language does so. */
export const greeted = (host: string, language: string): string => {
  const [, first, last] = /^([^\s,.]{2,}) (.+)$/s.exec(host) ?? [];
  return greetedAs({ first, last }, language) ?? host;
};

const messagePage = (language: string, { title, hint }: { title: string; hint: string }): HtmlPage =>
  page(
    language,
    title,
    `<main class="alone"><span class="closed" aria-hidden="true"></span><h1>${escape(title)}</h1><p>${escape(hint)}</p></main>`,
  );

/** For a link that isn't ours, has expired, or whose visit is gone: the three look the same. */
export const endedPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).ended);

/** For an address with too many invalid links. */
export const tooManyPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).tooMany);

/** For a failure of the service. */
export const failedPage = (language: string): HtmlPage => messagePage(language, pageTexts(language).failed);

/** For a link with which no further reply is possible. */
export const tooManyRepliesPage = (language: string): HtmlPage =>
  messagePage(language, pageTexts(language).tooManyReplies);
