/** A link of a page; `path` is empty for one within the page. */
export type Link = { path: string; anchor: string | undefined };

/** Without blocks of code, and without links that are shown as code. */
const withoutCode = (text: string): string =>
  text.replaceAll(/^ *```[^]*?^ *```$/gm, "").replaceAll(/`[^`\n]*\]\([^`\n]*`/g, "");

/** The links and images of a page of Markdown, in their order. Blocks of code have none. */
export const linksIn = (text: string): Link[] =>
  [...withoutCode(text).matchAll(/\]\(([^()\s#]*)(?:#([^()\s]+))?\)/g)].map(([, path = "", anchor]) => ({
    path,
    anchor,
  }));

/** What GitHub makes of a heading. */
const slugOf = (heading: string): string =>
  heading
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .trim()
    .replaceAll(" ", "-");

/** The anchors of the headings of a page, as GitHub makes them: a heading that comes again gets a number. */
export const anchorsIn = (text: string): Set<string> => {
  const times = new Map<string, number>();
  for (const [, heading = ""] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = slugOf(heading);
    times.set(slug, (times.get(slug) ?? 0) + 1);
  }
  return new Set(
    [...times].flatMap(([slug, count]) => Array.from({ length: count }, (_, n) => (n === 0 ? slug : `${slug}-${n}`))),
  );
};
