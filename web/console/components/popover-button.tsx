import { Popover } from "@mantine/core";
import type { ReactNode } from "react";

import { IconButton } from "./button.tsx";
import { useOpening } from "./opening.ts";

type PopoverButtonProps = {
  label: string;
  icon: ReactNode;
  position: "bottom-start" | "bottom-end";
  width: number;
  className?: string | undefined;
  children: ReactNode;
};

/** A button that opens something beside it, in the place of the plain one that was pressed (on-demand.tsx). */
export const PopoverButton = ({ label, icon, position, width, className = "", children }: PopoverButtonProps) => {
  const { button, opened, setOpened } = useOpening();
  return (
    <Popover opened={opened} onChange={setOpened} position={position} width={width} trapFocus returnFocus>
      <Popover.Target>
        <IconButton label={label} ref={button} onClick={() => setOpened(!opened)}>
          {icon}
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown className={className} aria-label={label}>
        {children}
      </Popover.Dropdown>
    </Popover>
  );
};
