import { IconSearch } from "@tabler/icons-react";
import type { ComponentProps, KeyboardEvent } from "react";

import { KeyHint } from "../button/key-hint.tsx";
import { focusNextRow, focusPage } from "../focus/row-focus.ts";
import styles from "./search-field.module.css";

/** From the field to the first row found. */
const goToRows = (event: KeyboardEvent): void => {
  if (event.key === "ArrowDown" && focusNextRow(1)) event.preventDefault();
};

/** Escape empties the field, as in every search of a browser, and leaves it: the next keys are the page's. */
const leaveByEscape = (event: KeyboardEvent): void => {
  if (event.key === "Escape" && !event.defaultPrevented) focusPage();
};

/** A search field. @param hint its key, such as `/` */
export const SearchField = ({
  label,
  hint,
  onKeyDown = goToRows,
  ...rest
}: Omit<ComponentProps<"input">, "className"> & { label: string; hint?: string }) => (
  <label className={styles.field}>
    <IconSearch size={18} stroke={1.6} aria-hidden="true" />
    <input
      type="search"
      autoComplete="off"
      spellCheck={false}
      {...rest}
      onKeyDown={(event) => {
        onKeyDown(event);
        leaveByEscape(event);
      }}
      aria-label={label}
      placeholder={label}
    />
    {hint !== undefined && <KeyHint>{hint}</KeyHint>}
  </label>
);
