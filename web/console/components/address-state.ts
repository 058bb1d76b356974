import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback } from "react";

/**
 * What a page keeps in its address, such as the row that is open: it can be sent, kept and gone back to.
 * @returns the value, and how to change it; undefined takes it out of the address
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
