import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/address-state.ts";
import { INSIDE_GROUPS, type InsideGroups, useInsideGroups } from "../../data/inside-groups.ts";
import type { ReadFailure } from "../../data/read-failure.ts";
import { nameOf, type Visit } from "../../data/visits.ts";

/** The orders of the list of visitors inside. */
export const SORTS = ["newest", "oldest", "name"] as const;
type Sort = (typeof SORTS)[number];

const sortOf = (name: string | undefined): Sort => SORTS.find((sort) => sort === name) ?? "newest";

const sorted = (visits: readonly Visit[], sort: Sort, language: string): readonly Visit[] => {
  if (sort === "name") {
    const { compare } = new Intl.Collator(language, { sensitivity: "base" });
    return visits.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
  }
  const byTime = visits.toSorted((a, b) => (a.signed_in < b.signed_in ? 1 : -1));
  return sort === "newest" ? byTime : byTime.toReversed();
};

type InsideOrder = ReadFailure & {
  groups: InsideGroups | undefined;
  /** All of them, as they are listed. */
  visits: readonly Visit[] | undefined;
  sort: Sort;
  setSort: (sort: string) => void;
};

/** The visits inside by group, each in the order that the address names; undefined until they are read. */
export const useInsideOrder = (): InsideOrder => {
  const { i18n } = useTranslation();
  const { groups: read, ...failure } = useInsideGroups();
  const [wanted, want] = useAddressState("sort");
  const sort = sortOf(wanted);
  const order = (visits: readonly Visit[]): readonly Visit[] => sorted(visits, sort, i18n.language);
  const groups = read && {
    people: order(read.people),
    rejected: order(read.rejected),
    deliveries: order(read.deliveries),
  };
  return {
    ...failure,
    groups,
    visits: groups && INSIDE_GROUPS.flatMap((group) => groups[group]),
    sort,
    setSort: (next) => want(next === "newest" ? undefined : next),
  };
};
