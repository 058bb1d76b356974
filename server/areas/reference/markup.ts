import { escapeHtml } from "../../platform/lib/html.ts";

/** Text of a contract as markup: what is in backticks is code, a blank line begins a paragraph. */
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

/** Code with its texts in double quotes marked, but for names, which a colon follows. */
const coloured = (code: string): string => {
  const [start = "", ...parts] = escapeHtml(code).split("&quot;");
  // By turns the inside of a text and what follows it.
  const texts = parts.map((part, n) => {
    const after = parts[n + 1];
    if (n % 2 === 1) return part;
    return after === undefined || after.startsWith(":") ? `&quot;${part}&quot;` : `<b>&quot;${part}&quot;</b>`;
  });
  return [start, ...texts].join("");
};

/** A block of code with a title. JSON is coloured a little: the names stand out from the values. */
export const codeBlock = (title: string, code: string): string =>
  `<figure><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code>${coloured(code)}</code></pre></figure>`;
