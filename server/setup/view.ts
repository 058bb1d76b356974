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
:root{color-scheme:light dark;--canvas:#f5f4f1;--sheet:#fff;--ink:#211f1c;--text2:#57544f;--line:#e9e7e3;--edge:#918d86;--accent:#2543c6;--on:#fff;--ring:#2543c6;--bad:#b01e22;--press:#ece9e5}
@media (prefers-color-scheme:dark){:root{--canvas:#12100f;--sheet:#1a1816;--ink:#f0eeeb;--text2:#b4b0aa;--line:#2c2a27;--edge:#7a7670;--accent:#375ce0;--on:#fff;--ring:#9db8fb;--bad:#f79a92;--press:#2c2a27}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px;background:var(--canvas);color:var(--ink);font:15px/22px Geist,system-ui,-apple-system,"Segoe UI",sans-serif}
main{width:100%;max-width:440px;background:var(--sheet);border-radius:14px;padding:40px 40px 44px}
.arch{width:44px;height:50px;border-radius:50% 50% 9px 9px/44% 44% 9px 9px;background:linear-gradient(#fff6e0,#f7c06c);margin-bottom:24px}
h1{margin:0 0 8px;font-size:26px;line-height:32px;font-weight:600;letter-spacing:-.02em}
p{margin:0 0 24px;color:var(--text2)}p:last-child{margin-bottom:0}
label{display:block;margin-bottom:16px;font-size:13px;line-height:18px;font-weight:500}
input{display:block;width:100%;height:44px;margin-top:6px;padding:0 12px;border:1px solid var(--edge);border-radius:8px;background:transparent;color:inherit;font:inherit;font-weight:400}
input:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--ring);outline-offset:1px}
small{display:block;margin-top:6px;font-size:13px;line-height:18px;font-weight:400;color:var(--text2)}
button{width:100%;height:48px;margin-top:8px;border:0;border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:550;cursor:pointer}
.problem{color:var(--bad)}
code,pre{font:12.5px/19px "Geist Mono",ui-monospace,SFMono-Regular,Menlo,monospace;background:var(--press);border-radius:6px;padding:2px 5px}
pre{padding:12px;margin:0 0 24px;white-space:pre-wrap;overflow-wrap:anywhere}
a{color:var(--ring)}
@media (max-width:480px){body{padding:0;place-items:stretch}main{border-radius:0;padding:32px 20px}}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

const page = (title: string, body: string): Page => ({
  policy: POLICY,
  text: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title} · Foyer</title><style>${STYLE}</style></head><body><main><div class="arch" aria-hidden="true"></div>${body}</main></body></html>`,
});

/** The form that creates the first administrator. @param problem what to mend, after a mistake */
export const formPage = ({ token, email }: SetupForm, problem?: string): Page =>
  page(
    "Set up",
    `<h1>Create the first administrator</h1>
<p>This account can do everything: locations, people, keys. The link you followed works once.</p>
${problem === undefined ? "" : `<p class="problem" role="alert">${escape(problem)}</p>`}
<form method="post" action="/setup"><input type="hidden" name="token" value="${escape(token)}">
<label>E-mail address<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escape(email)}"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="12"><small>12 characters or more</small></label>
<label>Password again<input name="repeat" type="password" autocomplete="new-password" required minlength="12"></label>
<button>Create administrator</button></form>`,
  );

/** After the administrator was created: what to do next. */
export const donePage = (email: string, publicUrl: string): Page =>
  page(
    "Ready",
    `<h1>Foyer is yours</h1>
<p>${escape(email)} can log in now. Create a location next; its answer has the <code>_id</code> that everything else needs.</p>
<pre>curl -u ${escape(email)} ${escape(publicUrl)}/api/companies \\
  -d name=Reception -d timezone=Europe/Brussels</pre>
<p>The whole interface is described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  );

/** A link that is not, or no longer, of use. */
export const endedPage = (): Page =>
  page(
    "Link ended",
    `<h1>This link has ended</h1>
<p>A set-up link works once and for 30 minutes. While there is no administrator yet, restarting the service prints a new one; <code>npx foyer user add</code> creates one too.</p>`,
  );

/** What stands at the root. */
export const welcomePage = (isSetUp: boolean): Page =>
  page(
    "Foyer",
    `<h1>Foyer is running</h1>
<p>${isSetUp ? "The interface is under" : "Follow the set-up link in the terminal to create the first administrator. The interface is under"} <code>/api</code>, described at <a href="/api/openapi.json">/api/openapi.json</a>.</p>`,
  );
