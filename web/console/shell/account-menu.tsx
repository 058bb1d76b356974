import { Menu, useMantineColorScheme } from "@mantine/core";
import { IconDots, IconKeyboard, IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { initialsOf } from "../../shared/format.ts";
import { useLocationId } from "../location.ts";
import { keepPreference } from "../preferences.ts";
import { logOut, useMe } from "../session.ts";
import styles from "./account-menu.module.css";

/** Who is logged in, and what is theirs: theme, account, the way out. */
export const AccountMenu = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  const inShell = useLocationId() !== "";
  const { setColorScheme } = useMantineColorScheme();
  const name = [me.first_name, me.last_name].filter((part) => part !== undefined).join(" ") || me.email;
  const isDark = document.documentElement.dataset["mantineColorScheme"] === "dark";
  const turn = (): void => {
    const next = isDark ? "light" : "dark";
    keepPreference("theme", next);
    setColorScheme(next);
  };
  const leave = async (): Promise<void> => {
    await logOut();
    await navigate({ to: "/login" });
  };
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        <button type="button" className={styles.account}>
          <span className="hidden">{t("account")}</span>
          <span className={styles.face} aria-hidden="true">
            {initialsOf(me.first_name ?? me.email, me.last_name)}
          </span>
          <span className={styles.words}>
            <span className={styles.name}>{name}</span>
            <span className={styles.role}>{t(`role.${me.role}`)}</span>
          </span>
          <IconDots className={styles.dots} size={18} stroke={1.6} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUser size={18} stroke={1.6} />} onClick={() => void navigate({ to: "/account" })}>
          {t("account")}
        </Menu.Item>
        <Menu.Item
          leftSection={isDark ? <IconSun size={18} stroke={1.6} /> : <IconMoon size={18} stroke={1.6} />}
          onClick={turn}
        >
          {isDark ? t("light") : t("dark")}
        </Menu.Item>
        {inShell && (
          <Menu.Item
            leftSection={<IconKeyboard size={18} stroke={1.6} />}
            onClick={() => globalThis.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }))}
          >
            {t("keys.title")}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} />} onClick={() => void leave()}>
          {t("logOut")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
