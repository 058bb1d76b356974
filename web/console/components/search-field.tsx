import { IconSearch } from "@tabler/icons-react";
import type { ComponentProps, KeyboardEvent } from "react";

import { KeyHint } from "./key-hint.tsx";
import { focusNextRow } from "./row-focus.ts";
import styles from "./search-field.module.css";

/** From the field to the first row found. */
const goToRows = (event: KeyboardEvent): void => {
  if (event.key === "ArrowDown" && focusNextRow(1)) event.preventDefault();
};

/** A search field. @param hint its key, such as `/` */
export const SearchField = ({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<"input">, "className"> & { label: string; hint?: string }) => (
  <label className={styles.field}>
    <IconSearch size={18} stroke={1.6} aria-hidden="true" />
    <input
      type="search"
      autoComplete="off"
      spellCheck={false}
      onKeyDown={goToRows}
      {...rest}
      aria-label={label}
      placeholder={label}
    />
    {hint !== undefined && <KeyHint>{hint}</KeyHint>}
  </label>
);
