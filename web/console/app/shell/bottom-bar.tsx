import {
  IconDots,
  IconLayoutColumns,
  IconNotebook,
  IconPlus,
  IconSearch,
  IconUrgent,
  IconUser,
  type TablerIcon,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { MenuButton } from "../../components/menu-button.tsx";
import { useLocationId } from "../../data/location.ts";
import { roleCan } from "../../data/permissions.ts";
import { useCan, useMe } from "../../data/session.ts";
import styles from "./bottom-bar.module.css";
import { DAILY, type Destination } from "../../data/navigation.ts";

const Item = ({
  to,
  icon: Icon,
  label,
  alarm = false,
}: {
  to: Destination["to"];
  icon: TablerIcon;
  label: string;
  alarm?: boolean;
}) => (
  <Link to={to} params={{ location: useLocationId() }} className={styles.item} data-alarm={alarm || undefined}>
    <Icon size={22} stroke={1.6} aria-hidden="true" />
    {label}
  </Link>
);

const More = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocationId();
  const { role } = useMe();
  const others = DAILY.filter(({ key, may }) => key !== "reception" && key !== "log" && roleCan(role, may));
  const size = { size: 18, stroke: 1.6 };
  const entries = [
    { label: t("search"), icon: <IconSearch {...size} />, choose: openPalette },
    ...others.map(({ key, to, icon: Icon }) => ({
      label: t(`nav.${key}`),
      icon: <Icon {...size} />,
      choose: () => void navigate({ to, params: { location } }),
    })),
    { label: t("account"), icon: <IconUser {...size} />, choose: () => void navigate({ to: "/account" }) },
  ];
  return (
    <MenuButton
      entries={entries}
      position="top-end"
      width={240}
      button={
        <button type="button" className={styles.item}>
          <IconDots size={22} stroke={1.6} aria-hidden="true" />
          {t("nav.more")}
        </button>
      }
    />
  );
};

/** The way around on a phone: the arch in the middle signs in. */
export const BottomBar = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const location = useLocationId();
  const [writes, marks] = [useCan("visits.write"), useCan("visits.mark_safe")];
  return (
    <nav className={styles.bar} aria-label={t("nav.label")}>
      <Item to="/at/$location/reception" icon={IconLayoutColumns} label={t("nav.reception")} />
      <Item to="/at/$location/log" icon={IconNotebook} label={t("nav.logShort")} />
      {writes && (
        <Link to="/at/$location/sign-in" params={{ location }} className={styles.plus} aria-label={t("signInVisitor")}>
          <IconPlus size={26} stroke={1.8} aria-hidden="true" />
        </Link>
      )}
      {marks && <Item to="/at/$location/evacuation" icon={IconUrgent} label={t("nav.evacuation")} alarm />}
      <More openPalette={openPalette} />
    </nav>
  );
};
