import { IconDots, IconKeyboard, IconLogout, IconMoon, IconSun, IconUser } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { initialsOf } from "../../../../shared/text/initials.ts";
import { MenuButton } from "../../components/button/menu-button.tsx";
import { useTheme } from "../../components/language/use-theme.ts";
import { useLocationId } from "../../data/session/location.ts";
import { logOut } from "../../data/session/log-out.ts";
import { useMe } from "../../data/session/session.ts";
import styles from "./account-menu.module.css";

const showKeys = (): void => void globalThis.dispatchEvent(new KeyboardEvent("keydown", { key: "?" }));

/** The logged-in user, with theme, account and log-out. */
export const AccountMenu = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const me = useMe();
  const inShell = useLocationId() !== "";
  const { isDark: readDark, turn } = useTheme();
  const name = [me.first_name, me.last_name].filter((part) => part !== undefined).join(" ") || me.email;
  const isDark = readDark();
  const leave = async (): Promise<void> => {
    await logOut();
    await navigate({ to: "/login" });
  };
  const size = { size: 18, stroke: 1.6 };
  const entries = [
    { label: t("account"), icon: <IconUser {...size} />, choose: () => void navigate({ to: "/account" }) },
    {
      label: t(isDark ? "light" : "dark"),
      icon: isDark ? <IconSun {...size} /> : <IconMoon {...size} />,
      choose: turn,
    },
    ...(inShell ? [{ label: t("keys.title"), icon: <IconKeyboard {...size} />, choose: showKeys }] : []),
    { label: t("logOut"), icon: <IconLogout {...size} />, apart: true, choose: () => void leave() },
  ];
  return (
    <MenuButton
      entries={entries}
      position="top-start"
      width={232}
      button={
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
      }
    />
  );
};
