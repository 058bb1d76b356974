import { Menu } from "@mantine/core";
import { cloneElement, Fragment } from "react";

import type { MenuButtonProps } from "./menu-button.tsx";
import { useAutoOpen } from "../focus/use-auto-open.ts";

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
