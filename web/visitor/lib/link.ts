/** The kind of a link: an entrance's poster, an invitation, or one's own data (docs/visitor-pages.md). */
export type Link = { kind: "poster" | "invitation" | "data"; token: string };

const KINDS: Readonly<Record<string, Link["kind"]>> = { p: "poster", i: "invitation", b: "data", d: "data" };

/** The link in the part of the address after `#`, which no browser sends anywhere; undefined if there is none. */
export const parseLink = (hash: string): Link | undefined => {
  const [, letter = "", token = ""] = /^#([pibd])=([\w.-]+)$/.exec(hash) ?? [];
  const kind = KINDS[letter];
  return kind === undefined ? undefined : { kind, token };
};

/** The address of one's own data; an invitation's token and a badge's both open it. */
export const dataAddress = (token: string): string => `#d=${token}`;
