import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { savePreference, preference } from "../../lib/preferences.ts";
import { COLUMNS, searchOf, type LogView, viewOf } from "./view.ts";

const KEPT_COLUMNS = "view log columns";

const columnsKept = (): readonly string[] => {
  const kept = preference(KEPT_COLUMNS);
  return Array.isArray(kept) && kept.every((key) => typeof key === "string") && kept.length > 0 ? kept : COLUMNS;
};

/** The view that the address asks for, and how to change it; columns are remembered for the next time. */
export const useView = (): [LogView, (change: Partial<LogView>) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = useMemo(() => {
    const asked = viewOf(search);
    return search["cols"] === undefined ? { ...asked, columns: columnsKept() } : asked;
  }, [search]);
  const set = useCallback(
    (change: Partial<LogView>): void => {
      if (change.columns !== undefined) savePreference(KEPT_COLUMNS, change.columns);
      void navigate({
        to: ".",
        search: ({ visit }: Record<string, unknown>) => ({ ...searchOf({ ...view, ...change }), visit }),
        replace: true,
      });
    },
    [navigate, view],
  );
  return [view, set];
};
