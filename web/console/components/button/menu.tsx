import { Menu } from "@mantine/core";
import { cloneElement, Fragment, type ReactNode } from "react";

import type { ButtonElement } from "./lazy-popup.tsx";
import { useAutoOpen } from "../focus/use-auto-open.ts";

/** An item of a menu. */
export type MenuEntry = {
  /** If labels may be equal, such as names of locations. */
  key?: string;
  label: string;
  icon?: ReactNode;
  /** The current one, or one that is on. */
  isCurrent?: boolean;
  /** A divider before it: the next entries are of another kind. */
  apart?: boolean;
  choose: () => void;
};

export type MenuButtonProps = {
  button: ButtonElement;
  entries: readonly MenuEntry[];
  position: "top-start" | "top-end" | "bottom-start" | "bottom-end";
  width: number;
  listClassName?: string | undefined;
  /** After the entry that is on. */
  mark?: ReactNode;
  /** False: the chosen action moves the focus itself. */
  returnFocus?: boolean;
};

/** A menu that opens as it appears: it replaces the pressed button, and takes over its focus. */
export const OpenedMenu = ({
  button: element,
  entries,
  position,
  width,
  listClassName = "",
  mark,
  returnFocus = true,
}: MenuButtonProps) => {
  const { button, opened, setOpened } = useAutoOpen();
  return (
    <Menu
      position={position}
      width={width}
      opened={opened}
      onChange={setOpened}
      returnFocus={returnFocus}
      // A tap outside the menu closes it, without opening the row under the tap.
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Menu.Target>{cloneElement(element, { ref: button })}</Menu.Target>
      <Menu.Dropdown className={listClassName}>
        {entries.map(({ label, key = label, icon, isCurrent = false, apart = false, choose }) => (
          <Fragment key={key}>
            {apart && <Menu.Divider />}
            <Menu.Item
              leftSection={icon}
              rightSection={isCurrent && mark}
              aria-current={isCurrent || undefined}
              onClick={choose}
            >
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
