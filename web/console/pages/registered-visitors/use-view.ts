import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { savePreference, preference } from "../../lib/preferences.ts";
import { COLUMNS, searchOf, type RegisteredView, viewOf } from "./view.ts";

const KEPT = "view registered-visitors columns";

const keptColumns = (): readonly string[] => {
  const kept = preference(KEPT);
  return Array.isArray(kept) && kept.length > 0 && kept.every((key) => typeof key === "string") ? kept : COLUMNS;
};

/** The view that the address asks for, and how to change it; columns are remembered in this browser. */
export const useView = (): [RegisteredView, (change: Partial<RegisteredView>) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = useMemo(() => viewOf(search, keptColumns()), [search]);
  const set = useCallback(
    (change: Partial<RegisteredView>): void => {
      if (change.columns !== undefined) savePreference(KEPT, change.columns);
      const next = { ...searchOf({ ...view, ...change }) };
      void navigate({
        to: ".",
        search: ({ visitor }: Record<string, unknown>) => ({ ...next, visitor }),
        replace: true,
      });
    },
    [navigate, view],
  );
  return [view, set];
};
