import { useEffect, useState } from "react";

import { SearchField } from "./search-field.tsx";

/** How long the list waits after the last key. */
const TYPING_MS = 180;

type TypedSearchProps = { label: string; value: string; set: (value: string) => void };

/** Searches a list whose search text is in the address. @param set the same function while the list is mounted */
export const TypedSearch = ({ label, value, set }: TypedSearchProps) => {
  const [typed, setTyped] = useState(value);
  const [kept, setKept] = useState(value);
  // The address may change independently of the field: by a tab, or by going back.
  if (kept !== value) {
    setKept(value);
    if (value !== typed.trim()) setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === value) return undefined;
    const timer = setTimeout(() => set(typed.trim()), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed, value, set]);
  return (
    <SearchField label={label} data-search value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
  );
};
