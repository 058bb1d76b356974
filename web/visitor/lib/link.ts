/** The kind of a link: a poster, an invitation, one's own data, or the answer of a host (docs/visitor-pages.md). */
export type Link = { kind: "poster" | "invitation" | "data" | "answer"; token: string };

const KINDS: Readonly<Record<string, Link["kind"]>> = {
  p: "poster",
  i: "invitation",
  b: "data",
  d: "data",
  w: "answer",
};

/** The link in the part of the address after `#`, which no browser sends anywhere; undefined if there is none. */
export const parseLink = (hash: string): Link | undefined => {
  const [, letter = "", token = ""] = /^#([pibdw])=([\w.-]+)$/.exec(hash) ?? [];
  const kind = KINDS[letter];
  return kind === undefined ? undefined : { kind, token };
};

/** The address of one's own data; an invitation's token and a badge's both open it. */
export const dataAddress = (token: string): string => `#d=${token}`;
