import { Menu } from "@mantine/core";
import { Fragment, useEffect, useRef, useState } from "react";

import { afterPaint } from "../after-paint.ts";
import type { MenuButtonProps } from "./menu-button.tsx";

/** A menu that opens as it appears: in the place of the button that was pressed, whose focus it takes over. */
export const OpenedMenu = ({ className, children, entries, position, width, listClassName = "" }: MenuButtonProps) => {
  const button = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    button.current?.focus();
    afterPaint(() => setOpened(true));
  }, []);
  return (
    <Menu
      position={position}
      width={width}
      opened={opened}
      onChange={setOpened}
      // A tap beside the menu closes it, and does not open the row that it met.
      withOverlay
      overlayProps={{ backgroundOpacity: 0 }}
    >
      <Menu.Target>
        <button ref={button} type="button" className={className}>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={listClassName}>
        {entries.map(({ label, key = label, icon, isCurrent = false, apart = false, choose }) => (
          <Fragment key={key}>
            {apart && <Menu.Divider />}
            <Menu.Item leftSection={icon} aria-current={isCurrent || undefined} onClick={choose}>
              {label}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
