import { htmlPage as page, type Page, problemLine as alert } from "../http/page.ts";
import { escapeHtml as escape } from "../lib/html.ts";

/** What the form shows again after a mistake; passwords are never sent back. */
export type SetupForm = { token: string; email: string };

/**
 * The form that creates the first administrator.
 * @param other markup of what else may be done
 * @param problem what to mend, after a mistake
 */
export const formPage = ({ token, email }: SetupForm, other: string, problem?: string): Page =>
  page(
    "Set up",
    `<h1>Who looks after Foyer?</h1>
<p>This first account can do everything: locations, people, keys. The link you followed works once.</p>
${problem === undefined ? "" : alert(problem)}
<form method="post" action="/setup"><input type="hidden" name="token" value="${escape(token)}">
<label>E-mail<input name="email" type="email" autocomplete="username" required maxlength="254" value="${escape(email)}"></label>
<label>Password<input name="password" type="password" autocomplete="new-password" required minlength="12"><small>12 characters or more</small></label>
<label>Password again<input name="repeat" type="password" autocomplete="new-password" required minlength="12"></label>
<button>Create administrator</button></form>${other}`,
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
<p>All calls, with examples: the <a href="/docs">API reference</a>.</p>`,
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
<p>${isSetUp ? "The interface is under" : "Follow the set-up link in the terminal to create the first administrator. The interface is under"} <code>/api</code>; the <a href="/docs">API reference</a> shows every call.</p>`,
  );
