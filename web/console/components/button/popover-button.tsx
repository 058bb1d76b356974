import { Popover } from "@mantine/core";
import { cloneElement, type ReactNode } from "react";

import type { ButtonElement } from "./lazy-popup.tsx";
import { useAutoOpen } from "../focus/use-auto-open.ts";
import styles from "./popover-button.module.css";

type PopoverButtonProps = {
  /** The plain button that was pressed (lazy-popup.tsx); it also names the popover. */
  button?: ButtonElement | undefined;
  position: "bottom-start" | "bottom-end";
  width: number;
  children: ReactNode;
};

/** A button with a popover, which replaces the plain one that was pressed. */
export const PopoverButton = ({ button: element, position, width, children }: PopoverButtonProps) => {
  const { button, opened, setOpened } = useAutoOpen();
  return (
    <Popover opened={opened} onChange={setOpened} position={position} width={width} trapFocus returnFocus>
      <Popover.Target>
        {element && cloneElement(element, { ref: button, onClick: () => setOpened(!opened) })}
      </Popover.Target>
      <Popover.Dropdown className={styles.list ?? ""}>{children}</Popover.Dropdown>
    </Popover>
  );
};
