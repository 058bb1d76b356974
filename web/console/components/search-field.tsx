import { IconSearch } from "@tabler/icons-react";
import type { ComponentProps } from "react";

import { KeyHint } from "./key-hint.tsx";
import styles from "./search-field.module.css";

/** A field to search with. @param hint the key that leads here, such as `/` */
export const SearchField = ({
  label,
  hint,
  ...rest
}: Omit<ComponentProps<"input">, "className"> & { label: string; hint?: string }) => (
  <label className={styles.field}>
    <IconSearch size={18} stroke={1.6} aria-hidden="true" />
    <input type="search" autoComplete="off" spellCheck={false} {...rest} aria-label={label} placeholder={label} />
    {hint !== undefined && <KeyHint>{hint}</KeyHint>}
  </label>
);
