import { createHash } from "node:crypto";

import type { FastifyReply } from "fastify";

import { FONT_FACES } from "../../lib/text/fonts.ts";
import { escapeHtml } from "../../lib/text/html.ts";

/** A page and the Content-Security-Policy it needs. */
export type HtmlPage = { text: string; policy: string };

const STYLE = `${FONT_FACES}
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--ink:#211f1c;--text2:#57544f;--edge:#918d86;--accent:#2543c6;--hover:#1b34a3;--on:#fff;--ring:#2543c6;--bad:#b01e22}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--ink:#f0eeeb;--text2:#b4b0aa;--edge:#7a7670;--accent:#375ce0;--hover:#456ae6;--ring:#9db8fb;--bad:#f79a92}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;grid-template-columns:minmax(300px,34%) 1fr;background:var(--sheet);color:var(--ink);font:16px/24px Geist,system-ui,-apple-system,"Segoe UI",sans-serif}
header{position:relative;overflow:hidden;padding:36px 44px;background:var(--canvas)}
.name{display:flex;align-items:center;gap:12px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-.012em}
.mark{position:relative;width:24px;height:26px;overflow:hidden;border-radius:12px 12px 3px 3px/12px 12px 3px 3px;background:var(--accent)}
.mark::after{content:"";position:absolute;right:4px;bottom:0;width:9px;height:19px;border-radius:5px 5px 0 0;background:#fcdc9f}
.door{position:absolute;left:50%;bottom:0;width:216px;height:min(410px,52%);margin-left:-82px;overflow:hidden;border-radius:108px 108px 0 0;background:linear-gradient(#fff6e0,#fcdc9f 55%,#f7c06c)}
.door::before{content:"";position:absolute;inset:0 26px 0 0;background:linear-gradient(90deg,#1b34a3,#375ce0)}
.door::after{content:"";position:absolute;left:166px;top:64%;width:12px;height:12px;border-radius:50%;background:#fcdc9f}
main{display:grid;align-content:center;justify-content:center;grid-template-columns:minmax(0,468px);padding:40px}
h1{margin:0 0 12px;font-size:34px;line-height:40px;font-weight:600;letter-spacing:-.028em}
p{margin:0 0 32px;color:var(--text2)}p:last-child{margin-bottom:0}
label{display:block;margin-bottom:24px;font-size:14px;line-height:20px;font-weight:500}
input,select{display:block;width:100%;height:44px;margin-top:8px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;font-size:15px;font-weight:400}
input[readonly]{background:var(--canvas);color:var(--text2)}
input:focus-visible{border-color:var(--ring);outline:1px solid var(--ring);outline-offset:0}
button:focus-visible,a:focus-visible{outline:2px solid var(--ring);outline-offset:2px}
small{display:block;margin-top:8px;font-size:13px;line-height:18px;font-weight:400;color:var(--text2)}
button{height:48px;margin-top:8px;padding:0 24px;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:550;cursor:pointer;transition:background 120ms cubic-bezier(.2,.8,.2,1)}
button:hover{background:var(--hover)}
.problem{display:flex;gap:8px;margin-bottom:24px;color:var(--bad);font-weight:500}
.problem svg{flex:none;margin-top:3px}
code,pre{font:12.5px/19px "Geist Mono",ui-monospace,SFMono-Regular,Menlo,monospace;color:var(--ink);background:var(--canvas);border-radius:7px;padding:2px 5px}
pre{padding:16px;margin:0 0 32px;white-space:pre-wrap;overflow-wrap:anywhere}
pre code{padding:0;background:none}
p,h1{overflow-wrap:anywhere}
a{color:var(--ring)}
details{margin-top:32px;padding-top:24px;border-top:1px solid var(--edge)}summary{min-height:44px;color:var(--ring);cursor:pointer}
@media (max-width:820px){body{display:block}header{padding:24px 20px 0;background:none}.door{display:none}main{display:block;padding:32px 20px}h1{font-size:30px;line-height:35px}button{width:100%}}
@media (prefers-reduced-motion:reduce){button{transition:none}}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADER = `<header><div class="name"><span class="mark"></span>Foyer</div><div class="door" aria-hidden="true"></div></header>`;

/**
 * A page that the service renders itself: no scripts, one style sheet that the policy allows by digest, light and dark,
 * narrow and wide.
 * @param body markup, with user input escaped
 */
export const htmlPage = (title: string, body: string, language = "en"): HtmlPage => ({
  policy: POLICY,
  text: `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)} · Foyer</title><style>${STYLE}</style></head><body>${HEADER}<main><div>${body}</div></main></body></html>`,
});

const ALERT = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 8v4M12 16v.01"/></svg>`;

/** The error at the top of a form. */
export const problemLine = (problem: string): string =>
  `<p class="problem" role="alert">${ALERT}<span>${escapeHtml(problem)}</span></p>`;

/** The headers of every page: no search engine lists it, and it may use nothing of the device. */
export const PAGE_HEADERS = {
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex",
} as const;

/** Sends a page: its address may contain a token, so no cache stores it and no other site learns it. */
export const sendPage = (reply: FastifyReply, status: number, { text, policy }: HtmlPage): FastifyReply =>
  reply
    .status(status)
    .headers({
      ...PAGE_HEADERS,
      "content-security-policy": policy,
      "cache-control": "no-store",
    })
    .type("text/html; charset=utf-8")
    .send(text);
