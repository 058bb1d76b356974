import { escapeHtml } from "../lib/html.ts";

/** Text of a contract as markup: what stands in backticks is code, a blank line begins a paragraph. */
export const prose = (text: string): string =>
  text
    .split(/\n\n+/)
    .map((part) => `<p>${inline(part)}</p>`)
    .join("");

/** The same within a line. */
export const inline = (text: string): string =>
  escapeHtml(text).replaceAll(/`([^`]+)`/g, (_, code: string) => `<code>${code}</code>`);

/** Paths break at their slashes, not within a word. */
export const pathMarkup = (path: string): string =>
  escapeHtml(path)
    .replaceAll("/", "/<wbr>")
    .replaceAll(/\{\w+\}/g, (parameter) => `<i>${parameter}</i>`);

/** A block of code with a title. JSON is coloured a little: the names stand out from the values. */
export const codeBlock = (title: string, code: string): string =>
  `<figure><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code>${escapeHtml(code).replaceAll(
    /(&quot;(?:(?!&quot;).)*&quot;)(:?)/g,
    (_, text: string, colon: string) => (colon === ":" ? `${text}:` : `<b>${text}</b>`),
  )}</code></pre></figure>`;
