import { useTranslation } from "react-i18next";

import { useAddressState } from "../../../components/form/address-state.ts";
import { INSIDE_GROUPS, type InsideGroups, useInsideGroups } from "../../../data/lists/inside-groups.ts";
import type { ReadFailure } from "../../../data/api/read-failure.ts";
import { nameOf, type Visit } from "../../../data/lists/visits.ts";

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

/** What a group will be of, before the visit types tell: of those who gave no name, most are deliveries. */
const likelyGroup = ({ first_name, last_name, approval }: Visit): (typeof INSIDE_GROUPS)[number] => {
  if (`${first_name ?? ""}${last_name ?? ""}` === "") return "deliveries";
  return approval === "rejected" ? "rejected" : "people";
};

/** Puts visits where their groups will be, so that hardly a row moves once these are known. */
const inLikelyOrder = (visits: readonly Visit[]): Visit[] =>
  INSIDE_GROUPS.flatMap((group) => visits.filter((visit) => likelyGroup(visit) === group));

type InsideOrder = ReadFailure & {
  /** Undefined until the visit types are read too. */
  groups: InsideGroups | undefined;
  /** All of them, as they are listed: the desk acts on them before their groups are known. */
  visits: readonly Visit[] | undefined;
  sort: Sort;
  setSort: (sort: string) => void;
};

/** The visits inside, also by group, in the order that the address names; undefined until they are read. */
export const useInsideOrder = (): InsideOrder => {
  const { i18n } = useTranslation();
  const { visits: inside, groups: read, ...failure } = useInsideGroups();
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
    visits: groups ? INSIDE_GROUPS.flatMap((group) => groups[group]) : inside && inLikelyOrder(order(inside)),
    sort,
    setSort: (next) => want(next === "newest" ? undefined : next),
  };
};
