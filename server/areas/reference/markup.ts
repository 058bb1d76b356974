import { escapeHtml } from "../../platform/lib/text/html.ts";

/** A contract's text as markup: backticks mark code, a blank line starts a paragraph. */
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

/** Code with its double-quoted texts highlighted, except keys, which a colon follows. */
const coloured = (code: string): string => {
  const [start = "", ...parts] = escapeHtml(code).split("&quot;");
  // Alternates between the inside of a text and the code after it.
  const texts = parts.map((part, n) => {
    const after = parts[n + 1];
    if (n % 2 === 1) return part;
    return after === undefined || after.startsWith(":") ? `&quot;${part}&quot;` : `<b>&quot;${part}&quot;</b>`;
  });
  return [start, ...texts].join("");
};

/** A block of code with a title. In JSON, keys are highlighted. */
export const codeBlock = (title: string, code: string): string =>
  `<figure><figcaption>${escapeHtml(title)}</figcaption><pre tabindex="0"><code>${coloured(code)}</code></pre></figure>`;
