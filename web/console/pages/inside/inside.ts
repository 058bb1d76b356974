import { matches } from "../../../shared/text-matching.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";

/** The filters and the sorting of the list; all of them are in the address. */
export type InsideView = { text: string; entryPoint: string | undefined; host: string | undefined; sort: string };

/** `signed_in` descending is `-signed_in`. */
export const parseSort = (sort: string): { key: string; descending: boolean } => ({
  key: sort.replace(/^-/, ""),
  descending: sort.startsWith("-"),
});

const valueOf = (visit: Visit, key: string, entryPoints: ReadonlyMap<string, string>): string => {
  if (key === "name") return nameOf(visit);
  if (key === "recipient") return visit.recipient ?? "";
  if (key === "door") return entryPoints.get(visit.entrypoint_id ?? "") ?? "";
  return visit.signed_in;
};

/** The filtered visitors inside, in order; rows without a value come last. */
export const filterVisits = (
  visits: readonly Visit[],
  { text, entryPoint, host, sort }: InsideView,
  { entryPoints, language }: { entryPoints: ReadonlyMap<string, string>; language: string },
): Visit[] => {
  const { key, descending } = parseSort(sort);
  const { compare } = new Intl.Collator(language, { sensitivity: "base", numeric: true });
  const found = visits.filter(
    (visit) =>
      (entryPoint === undefined || visit.entrypoint_id === entryPoint) &&
      (host === undefined || visit.recipient === host) &&
      (text.trim() === "" || matches(`${nameOf(visit)} ${visit.company ?? ""} ${visit.recipient ?? ""}`, text)),
  );
  const rank = (visit: Visit): number => (valueOf(visit, key, entryPoints) === "" ? 1 : 0);
  return found.toSorted((a, b) => {
    const order = compare(valueOf(a, key, entryPoints), valueOf(b, key, entryPoints));
    return rank(a) - rank(b) || (descending ? -order : order);
  });
};

/** The distinct hosts of the visitors inside. */
export const hostsOf = (visits: readonly Visit[], language: string): string[] =>
  [...new Set(visits.flatMap(({ recipient }) => (recipient === undefined ? [] : [recipient])))].toSorted(
    new Intl.Collator(language).compare,
  );
