import { createHash } from "node:crypto";

import type { InvitedVisit } from "../invitations/invitations.ts";
import { escapeHtml } from "../lib/html.ts";
import type { Language } from "../messages/language.ts";
import { spanInWords } from "../messages/span.ts";
import { words } from "../messages/words.ts";

/** A page and the Content-Security-Policy it needs. */
export type Page = { text: string; policy: string };

const STYLE = `
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--line:#e9e7e3;--ink:#211f1c;--text2:#57544f;--door:#2543c6;--glow:#fcdc9f}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--line:#2a2825;--ink:#f0eeeb;--text2:#b4b0aa;--door:#375ce0}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;align-content:center;justify-items:center;padding:20px;background:var(--canvas);color:var(--ink);font:16px/24px Geist,system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:480px;padding:28px;background:var(--sheet);border:1px solid var(--line);border-radius:18px;overflow-wrap:anywhere}
.mark{position:relative;width:32px;height:36px;margin-bottom:20px;overflow:hidden;border-radius:16px 16px 4px 4px;background:var(--door)}
.mark::after{content:"";position:absolute;right:6px;bottom:0;width:11px;height:25px;border-radius:6px 6px 0 0;background:var(--glow)}
h1{margin:0 0 20px;font-size:30px;line-height:35px;font-weight:600;letter-spacing:-.028em}
dl{margin:0 0 20px}dt{font-size:13px;line-height:20px;color:var(--text2)}dd{margin:0 0 12px;font-size:17px}
p{margin:0;color:var(--text2)}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = (language: Language, title: string, body: string): Page => ({
  policy: POLICY,
  text: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Foyer</title><style>${STYLE}</style></head><body><main><div class="mark" aria-hidden="true"></div><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`,
});

const fact = (name: string, value: string): string => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`;

/** What a visitor sees whose invitation holds: when and where, and what to have at hand. */
export const validPage = (visit: InvitedVisit, language: Language): Page => {
  const { page: text, invitation } = words[language];
  const when = spanInWords(visit, language);
  const where = [visit.location, visit.address].filter((part) => part !== null).join(", ");
  const facts = `${when === undefined ? "" : fact(invitation.when, when)}${fact(invitation.where, where)}`;
  return page(language, text.valid, `<dl>${facts}</dl><p>${escapeHtml(text.bring)}</p>`);
};

/** A link that is not ours, or not any more of use; the two look alike. */
export const endedPage = (language: Language): Page => {
  const { page: text } = words[language];
  return page(language, text.ended, `<p>${escapeHtml(text.endedHint)}</p>`);
};
