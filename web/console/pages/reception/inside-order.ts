import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/address-state.ts";
import { nameOf, useVisitsInside, type Visit } from "../../data/visits.ts";

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

type InsideOrder = ReturnType<typeof useVisitsInside> & { sort: Sort; setSort: (sort: string) => void };

/** The visitors inside in the order that the address names, undefined until they are read. */
export const useInsideOrder = (): InsideOrder => {
  const { i18n } = useTranslation();
  const { visits, ...failure } = useVisitsInside();
  const [wanted, want] = useAddressState("sort");
  const sort = sortOf(wanted);
  return {
    ...failure,
    visits: visits && sorted(visits, sort, i18n.language),
    sort,
    setSort: (next) => want(next === "newest" ? undefined : next),
  };
};
