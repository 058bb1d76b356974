import { Popover } from "@mantine/core";
import type { ReactNode } from "react";

import styles from "./filter-line.module.css";
import type { ButtonElement } from "./on-demand.tsx";

type FilterPopoverProps = {
  name: string;
  open: boolean;
  turn: (open: boolean) => void;
  /** The button of its chip, which hands it over (filter-chip.tsx). */
  button?: ButtonElement;
  children: ReactNode;
};

/** What a filter is set with, beside its chip. */
export const FilterPopover = ({ name, open, turn, button, children }: FilterPopoverProps) => (
  <Popover opened={open} onChange={turn} position="bottom-start" width={280} trapFocus returnFocus>
    <Popover.Target>{button}</Popover.Target>
    <Popover.Dropdown aria-label={name} className={styles.menu}>
      {children}
    </Popover.Dropdown>
  </Popover>
);
