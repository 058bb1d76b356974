import { FilterParser, PagedResultsControl, type SearchEntry, SearchRequest } from "ldapts";

import type { LdapSession } from "./connection.ts";
import { type LdapEntry, readEntry } from "./entry.ts";
import { LdapFailure } from "./failure.ts";

const TIME_LIMIT_S = 30;
/** A server that never ends a search; a page has entries or is empty. */
const PAGES_MAX = 20_000;

/** What to look for. */
export type LdapSearch = { base: string; filter: string; attributes: readonly string[]; pageSize: number };

/** Whether a filter can be read (RFC 4515). */
export const isFilter = (filter: string): boolean => {
  try {
    FilterParser.parseString(filter);
    return true;
  } catch {
    return false;
  }
};

const nextOf = (controls: readonly object[] = []): Buffer | undefined => {
  const cookie = controls.find((control): control is PagedResultsControl => control instanceof PagedResultsControl)
    ?.value?.cookie;
  return cookie === undefined || cookie.length === 0 ? undefined : cookie;
};

/**
 * Reads all entries of a search page by page. A page without entries isn't the end: Active Directory sends such pages.
 * Errors: LdapFailure, also when only a part could be read
 */
export const searchAll = async (
  session: LdapSession,
  { base, filter, attributes, pageSize }: LdapSearch,
  onEntry: (entry: LdapEntry) => void,
): Promise<void> => {
  const wanted = { baseDN: base, filter: FilterParser.parseString(filter), attributes: [...attributes] };
  let cookie: Buffer | undefined = Buffer.alloc(0);
  for (let page = 0; cookie !== undefined; page += 1) {
    if (page > PAGES_MAX) throw new LdapFailure("too_many", "The server doesn't end the search.");
    const paging = new PagedResultsControl({ value: { size: pageSize, cookie } });
    const { controls } = await session.send(
      (messageId) => new SearchRequest({ messageId, ...wanted, timeLimit: TIME_LIMIT_S, controls: [paging] }),
      (entry) => onEntry(readEntry(entry)),
    );
    cookie = nextOf(controls);
  }
};

const RANGE = /^(.+);range=\d+-(\d+|\*)$/i;

/** Where the values of an attribute go on, of which the server sent only the first: Active Directory does so beyond 1,500. */
export const nextRangeOf = (
  entry: LdapEntry,
  attribute: string,
): { values: readonly string[]; next: number | undefined } => {
  for (const name of entry.names) {
    const [, base = "", last = ""] = RANGE.exec(name) ?? [];
    if (base.toLowerCase() === attribute.toLowerCase())
      return { values: entry.texts(name), next: last === "*" ? undefined : Number(last) + 1 };
  }
  return { values: entry.texts(attribute), next: undefined };
};

const EVERY_ENTRY = "(objectClass=*)";

/** Reads the values of an attribute from a number on. Errors: LdapFailure */
export const readRange = async (
  session: LdapSession,
  dn: string,
  attribute: string,
  from: number,
): Promise<string[]> => {
  const all: string[] = [];
  for (let next: number | undefined = from; next !== undefined;) {
    const attributes = [`${attribute};range=${next}-*`];
    const found: SearchEntry[] = [];
    const request = { baseDN: dn, scope: "base" as const, filter: FilterParser.parseString(EVERY_ENTRY), attributes };
    await session.send(
      (messageId) => new SearchRequest({ messageId, ...request, timeLimit: TIME_LIMIT_S }),
      (entry) => void found.push(entry),
    );
    const range = found[0] && nextRangeOf(readEntry(found[0]), attribute);
    if (range === undefined || range.values.length === 0)
      throw new LdapFailure("incomplete_response", "The server sent only a part of a group's members.");
    all.push(...range.values);
    next = range.next;
  }
  return all;
};
