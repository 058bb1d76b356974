import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { keepPreference, preference } from "../preferences.ts";
import { COLUMNS, searchOf, type View, viewOf } from "./view.ts";

const KEPT_COLUMNS = "view log columns";

const columnsKept = (): readonly string[] => {
  const kept = preference(KEPT_COLUMNS);
  return Array.isArray(kept) && kept.every((key) => typeof key === "string") && kept.length > 0 ? kept : COLUMNS;
};

/** The view that the address asks for, and how to change it; columns are remembered for the next time. */
export const useView = (): [View, (change: Partial<View>) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = useMemo(() => {
    const asked = viewOf(search);
    return search["cols"] === undefined ? { ...asked, columns: columnsKept() } : asked;
  }, [search]);
  const set = useCallback(
    (change: Partial<View>): void => {
      if (change.columns !== undefined) keepPreference(KEPT_COLUMNS, change.columns);
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
