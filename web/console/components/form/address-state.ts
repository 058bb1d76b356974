import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * State that a page keeps in its address, such as the open row: it can be shared, bookmarked and gone back to.
 * @returns the value, and a setter; undefined removes it from the address
 */
export const useAddressState = (name: string): [string | undefined, (value: string | undefined) => void] => {
  const navigate = useNavigate();
  const search: Record<string, unknown> = useSearch({ strict: false });
  const value = search[name];
  const set = useCallback(
    (next: string | undefined): void =>
      void navigate({
        to: ".",
        search: (before: Record<string, unknown>) => ({ ...before, [name]: next }),
        replace: next !== undefined && value !== undefined,
      }),
    [navigate, name, value],
  );
  return [typeof value === "string" || typeof value === "number" ? String(value) : undefined, set];
};
