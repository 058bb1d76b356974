import { htmlPage, type HtmlPage, problemLine } from "../../platform/http/output/html-page.ts";
import { escapeHtml } from "../../platform/lib/text/html.ts";
import { type SignInProblem, sessionTexts } from "./texts.ts";

/** The user of the form: the address helps the browser's password store; passwords are never sent back. */
export type PasswordForm = { token: string; email: string; invited: boolean; language: string };

/** The form in which a user chooses their password. @param problem what to correct, after a mistake */
export const passwordPage = ({ token, email, invited, language }: PasswordForm, problem?: string): HtmlPage => {
  const texts = sessionTexts(language);
  const title = invited ? texts.welcome : texts.renew;
  const password = 'type="password" autocomplete="new-password" required minlength="12" maxlength="1000"';
  return htmlPage(
    title,
    `<h1>${title}</h1>
<p>${invited ? texts.welcomeText : texts.renewText}</p>
${problem === undefined ? "" : problemLine(problem)}
<form method="post" action="/session/password"><input type="hidden" name="token" value="${escapeHtml(token)}">
<label>${texts.email}<input type="email" autocomplete="username" readonly value="${escapeHtml(email)}"></label>
<label>${texts.password}<input name="password" ${password}><small>${texts.length}</small></label>
<label>${texts.repeat}<input name="repeat" ${password}></label>
<button>${texts.save}</button></form>`,
    language,
  );
};

const openLink = (text: string, publicUrl: string): string => `<p><a href="${escapeHtml(publicUrl)}/">${text}</a></p>`;

/** After the password was saved. */
export const savedPage = (language: string, publicUrl: string): HtmlPage => {
  const texts = sessionTexts(language);
  return htmlPage(
    texts.saved,
    `<h1>${texts.saved}</h1>\n<p>${texts.savedText}</p>\n${openLink(texts.open, publicUrl)}`,
    language,
  );
};

/** For a link that isn't, or is no longer, valid. */
export const endedPage = (language: string): HtmlPage => {
  const texts = sessionTexts(language);
  return htmlPage(texts.ended, `<h1>${texts.ended}</h1>\n<p>${texts.endedText}</p>`, language);
};

/** After a user has confirmed their identity, in a page of its own beside the one they were on. */
export const confirmedPage = (language: string): HtmlPage => {
  const texts = sessionTexts(language);
  return htmlPage(texts.confirmed, `<h1>${texts.confirmed}</h1>\n<p>${texts.confirmedText}</p>`, language);
};

/** If a user could not log in at the identity provider. */
export const failedPage = (
  language: string,
  problem: SignInProblem,
  provider: { name: string; start: string },
): HtmlPage => {
  const texts = sessionTexts(language);
  const reason = texts.problems[problem].replaceAll("%provider%", () => escapeHtml(provider.name));
  return htmlPage(
    texts.failed,
    `<h1>${texts.failed}</h1>\n<p>${reason}</p>\n<p><a href="${provider.start}">${texts.again}</a></p>`,
    language,
  );
};
