import { createHash } from "node:crypto";

/** What the form shows again after a mistake; passwords are never sent back. */
export type SetupForm = { token: string; email: string };

/** A page and the Content-Security-Policy it needs. */
export type Page = { text: string; policy: string };

const escape = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");

const STYLE = `
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
input{display:block;width:100%;height:44px;margin-top:8px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;font-size:15px;font-weight:400}
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
@media (max-width:820px){body{display:block}header{padding:24px 20px 0;background:none}.door{display:none}main{display:block;padding:32px 20px}h1{font-size:30px;line-height:35px}button{width:100%}}
@media (prefers-reduced-motion:reduce){button{transition:none}}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const HEADER = `<header><div class="name"><span class="mark"></span>Foyer</div><div class="door" aria-hidden="true"></div></header>`;

const page = (title: string, body: string): Page => ({
  policy: POLICY,
  text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Foyer</title><style>${STYLE}</style></head><body>${HEADER}<main><div>${body}</div></main></body></html>`,
});

const ALERT = `<svg width="18" height="18" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9"/><path d="M12 8v4M12 16v.01"/></svg>`;

const alert = (problem: string): string =>
  `<p class="problem" role="alert">${ALERT}<span>${escape(problem)}</span></p>`;

/** The form that creates the first administrator. @param problem what to mend, after a mistake */
export const formPage = ({ token, email }: SetupForm, problem?: string): Page =>
  page(
    "Set up",
    `<h1>Who looks after Foyer?</h1>
<p>This first account can do everything: locations, people, keys. The link you followed works once.</p>
${problem === undefined ? "" : alert(problem)}
<form method="post" action="/setup"><input type="hidden" name="token" value="${escape(token)}">
<label>E-mail<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escape(email)}"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="12"><small>12 characters or more</small></label>
<label>Password again<input name="repeat" type="password" autocomplete="new-password" required minlength="12"></label>
<button>Create administrator</button></form>`,
  );

/** A word of a shell command, whatever is in it. */
const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);

/** After the administrator was created: what to do next. */
export const donePage = (email: string, publicUrl: string): Page =>
  page(
    "Ready",
    `<h1>Foyer is yours</h1>
<p>${escape(email)} can log in now. Create a location next; its answer has the <code>_id</code> that everything else needs.</p>
<pre><code>curl -u ${escape(quoted(email))} \\
  ${escape(quoted(publicUrl))}/api/companies \\
  -d name=Reception -d timezone=Europe/Brussels</code></pre>
<p>The whole interface is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  );

/** A link that is not, or no longer, of use. */
export const endedPage = (): Page =>
  page(
    "Link ended",
    `<h1>This link has ended</h1>
<p>A set-up link works once and for 30 minutes. While there is no administrator yet, restarting the service prints a new one; <code>npx foyer user add EMAIL</code> creates one too.</p>`,
  );

/** What stands at the root. */
export const welcomePage = (isSetUp: boolean): Page =>
  page(
    "Foyer",
    `<h1>Foyer is running</h1>
<p>${isSetUp ? "The interface is under" : "Follow the set-up link in the terminal to create the first administrator. The interface is under"} <code>/api</code>, described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  );
