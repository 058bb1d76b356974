import { useTranslation } from "react-i18next";

import { nameOf } from "../../data/lists/visits.ts";
import type { Person } from "./people.ts";

/** The last name first, as the list is sorted: `Bishop, Samuel`. */
export const SortedName = ({ person }: { person: Person }) => {
  const { first_name: first, last_name: last } = person;
  const { t } = useTranslation("evacuation");
  if (last === undefined) return nameOf(person) || t("nameless");
  return (
    <>
      <strong>{last}</strong>
      {first !== undefined && `, ${first}`}
    </>
  );
};
