import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";

import { savePreference, preference } from "../../lib/preferences.ts";
import type { ListDescription, ListView, Row } from "./description.ts";
import { firstColumns, searchOf, viewOf } from "./view.ts";

const isColumns = (kept: unknown): kept is readonly string[] =>
  Array.isArray(kept) && kept.length > 0 && kept.every((key) => typeof key === "string");

/** The view in the address, and how to change it; columns are remembered in this browser. */
export const useView = <Item extends Row>(
  list: ListDescription<Item>,
): [ListView, (change: Partial<ListView>) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const view = useMemo(() => {
    const kept = preference(`view ${list.name} columns`);
    return viewOf(list, search, isColumns(kept) ? kept : firstColumns(list));
  }, [list, search]);
  const set = useCallback(
    (change: Partial<ListView>): void => {
      if (change.columns !== undefined) savePreference(`view ${list.name} columns`, change.columns);
      const next = searchOf(list, { ...view, ...change });
      void navigate({
        to: ".",
        search: (now: Record<string, unknown>) => ({ ...next, [list.opens]: now[list.opens] }),
        replace: true,
      });
    },
    [list, navigate, view],
  );
  return [view, set];
};
