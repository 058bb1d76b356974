import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { useAddressState } from "../../components/form/address-state.ts";
import { filterPeople, type Person, sortByName } from "./people.ts";

/** Which of the people are shown, as the address says. */
export const usePeopleView = (people: readonly Person[], entryPoints: Readonly<Record<string, string>>) => {
  const { i18n } = useTranslation();
  const [text = "", setText] = useAddressState("q");
  const [entryPoint, setEntryPoint] = useAddressState("door");
  const [host, setHost] = useAddressState("host");
  const [view, setView] = useAddressState("view");
  const shown = useMemo(
    () => sortByName(filterPeople(people, { text, entryPoint, host }, entryPoints), i18n.language),
    [people, text, entryPoint, host, entryPoints, i18n.language],
  );
  return {
    shown,
    isSafe: view === "safe",
    setView,
    narrowing: { text, entryPoint, host },
    setText,
    setEntryPoint,
    setHost,
  };
};

/** What the list is narrowed to, and how to change it. */
export type PeopleView = ReturnType<typeof usePeopleView>;
