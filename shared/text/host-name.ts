import { foldCase } from "./folding.ts";

/** A name as hosts are told apart by: without case, with single blanks. The same as `host_name` in SQL. */
const hostName = (name: string): string => foldCase(name).replaceAll(/\s+/g, " ").trim();

/** The host that a visit's `recipient` means: of those who fit, the one that is equal to the letter (rules 4.3). */
export const hostNamed = <Host extends { cn: string }>(hosts: readonly Host[], recipient: string): Host | undefined => {
  const name = hostName(recipient);
  const fitting = hosts.filter(({ cn }) => hostName(cn) === name);
  return fitting.find(({ cn }) => cn === recipient) ?? fitting[0];
};
