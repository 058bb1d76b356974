import { isEmailAddress } from "../../../../shared/email.ts";

/** A host as it is created. */
export type HostLine = { cn: string; mail?: string; mobile?: string };

const DELIMITER = /[\t;,]/;
const NUMBER = /^\+?[\d\s()./-]{5,}$/;
const HEADING =
  /^(cn|name|full name|display ?name|naam|volledige naam|nom|prénom|nom complet|nom et prénom|vollständiger name|vorname|voornaam)$/i;

const cellsOf = (line: string): string[] =>
  line
    .split(DELIMITER)
    .map((cell) => cell.trim().replaceAll(/^"|"$/g, "").trim())
    .filter((cell) => cell !== "");

const hostOf = (cells: readonly string[]): HostLine | undefined => {
  const mail = cells.find(isEmailAddress);
  if (cells.some((cell) => cell !== mail && cell.includes("@"))) return undefined;
  const mobile = cells.find((cell) => NUMBER.test(cell));
  const cn = cells.find((cell) => cell !== mail && cell !== mobile);
  if (cn === undefined) return undefined;
  return { cn, ...(mail === undefined ? {} : { mail }), ...(mobile === undefined ? {} : { mobile }) };
};

/**
 * The hosts of a pasted list or file, one per line: the name and, in any order, an address and a number. A line of
 * column names is skipped, and a repeated name counts once. `unusable` are the lines without a name, or with an invalid
 * address.
 */
export const hostsIn = (text: string): { hosts: HostLine[]; unusable: string[] } => {
  const lines = text.split(/\r?\n/).map(cellsOf);
  const rows = HEADING.test(lines[0]?.[0]?.replace(/^\uFEFF/, "") ?? "") ? lines.slice(1) : lines;
  const hosts = rows.flatMap((cells) => hostOf(cells) ?? []);
  const unusable = rows.filter((cells) => cells.length > 0 && hostOf(cells) === undefined);
  return {
    hosts: [...new Map(hosts.toReversed().map((host) => [host.cn, host])).values()].toReversed(),
    unusable: unusable.map((cells) => cells.join(", ")),
  };
};
