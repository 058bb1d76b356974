import { useQuery } from "@tanstack/react-query";

import { isSamePerson, type Person } from "../../data/lists/same-person.ts";
import { NAMED_MAX, nameOf, type Visit, visitsNamedQuery } from "../../data/lists/visits.ts";

/** All visits of that name, as far as they are read; those that seem to be of the person, and whether these are all of them. */
type VisitsOfPerson = { named: readonly Visit[] | undefined; others: readonly Visit[]; isAll: boolean };

/**
 * The visits that seem to be of a person. @param person undefined: of no one @param besides the visit of theirs that is shown already
 */
export const useVisitsOfPerson = (
  person: (Person & { company_id: string }) | undefined,
  besides: string | undefined,
): VisitsOfPerson => {
  const [location, name] = person === undefined ? ["", ""] : [person.company_id, nameOf(person)];
  const { data: named } = useQuery(visitsNamedQuery(location, name));
  const all = person === undefined ? [] : (named ?? []).filter((other) => isSamePerson(other, person));
  const others = all.filter(({ _id }) => _id !== besides);
  return { named, others, isAll: (named?.length ?? 0) < NAMED_MAX };
};
