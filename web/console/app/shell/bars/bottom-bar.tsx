import { IconDots, IconPlus, IconSearch, IconUser } from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { MenuButton } from "../../../components/button/menu-button.tsx";
import { useLocationId } from "../../../data/session/location.ts";
import { can, type Role } from "../../../../../shared/roles.ts";
import { useCan, useMe } from "../../../data/session/session.ts";
import styles from "./bottom-bar.module.css";
import { ALWAYS, DAILY, type Destination } from "../../../data/pages.ts";

/** The daily pages with a place in the bar; employees begin with their own visitors. */
const IN_BAR: ReadonlySet<string> = new Set(["reception", "log"]);
const IN_BAR_OF_EMPLOYEES: ReadonlySet<string> = new Set(["myVisitors", "registered"]);

const inBar = (role: Role): ReadonlySet<string> => (role === "employee" ? IN_BAR_OF_EMPLOYEES : IN_BAR);

type ItemProps = { destination: Destination; alarm?: boolean };

const Item = ({ destination: { key, to, icon: Icon, permission }, alarm = false }: ItemProps) => {
  const { t } = useTranslation();
  const location = useLocationId();
  if (!useCan(permission)) return null;
  return (
    <Link to={to} params={{ location }} className={styles.item} data-alarm={alarm || undefined}>
      <Icon size={22} stroke={1.6} aria-hidden="true" />
      {t([`nav.${key}Short`, `nav.${key}`])}
    </Link>
  );
};

const More = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocationId();
  const { role } = useMe();
  const others = DAILY.filter(({ key, permission }) => !inBar(role).has(key) && can(role, permission));
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

/** The navigation on a phone: the arch in the middle signs in. */
export const BottomBar = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const location = useLocationId();
  const writes = useCan("visits.write");
  const { role } = useMe();
  return (
    <nav className={styles.bar} aria-label={t("nav.label")}>
      {DAILY.filter(({ key }) => inBar(role).has(key)).map((destination) => (
        <Item key={destination.key} destination={destination} />
      ))}
      {writes && (
        <Link to="/at/$location/sign-in" params={{ location }} className={styles.plus} aria-label={t("signInVisitor")}>
          <IconPlus size={26} stroke={1.8} aria-hidden="true" />
        </Link>
      )}
      {ALWAYS.map((destination) => (
        <Item key={destination.key} destination={destination} alarm />
      ))}
      <More openPalette={openPalette} />
    </nav>
  );
};
