import { Popover } from "@mantine/core";
import { cloneElement, type KeyboardEvent, type ReactNode } from "react";

import type { ButtonElement } from "../button/lazy-popup.tsx";
import { useAutoOpen } from "../focus/use-auto-open.ts";
import styles from "../button/popover-button.module.css";

type FilterPopoverProps = {
  name: string;
  open: boolean;
  turn: (open: boolean) => void;
  /** The button of its chip (filter-chip.tsx). */
  button?: ButtonElement;
  children: ReactNode;
};

/** A filter's editor, beside its chip. */
export const FilterPopover = ({ name, open, turn, button: element, children }: FilterPopoverProps) => {
  const { button, opened } = useAutoOpen();
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    turn(false);
    button.current?.focus();
  };
  return (
    // Its own Escape would close it before a calendar in it (calendar-button.tsx).
    <Popover
      opened={open && opened}
      onChange={turn}
      position="bottom-start"
      width={280}
      trapFocus
      returnFocus
      closeOnEscape={false}
    >
      <Popover.Target>{element && cloneElement(element, { ref: button })}</Popover.Target>
      <Popover.Dropdown aria-label={name} className={styles.list ?? ""} onKeyDown={onKeyDown}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
};
