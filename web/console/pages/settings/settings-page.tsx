import { Link, Navigate } from "@tanstack/react-router";
import { IconChevronRight } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";

import { PageLayout } from "../../components/layout/page-layout.tsx";
import { useLocationId } from "../../data/session/location.ts";
import { can } from "../../../../shared/roles.ts";
import { useMe } from "../../data/session/session.ts";
import { useBreakpoint } from "../../lib/use-breakpoint.ts";
import { type Destination, SETTINGS } from "../../data/pages.ts";
import styles from "./settings.module.css";

const Item = ({ destination: { key, to, icon: Icon } }: { destination: Destination }) => {
  const { t } = useTranslation();
  const location = useLocationId();
  return (
    <li>
      <Link to={to} params={{ location }} className={styles.item}>
        <Icon size={20} stroke={1.6} aria-hidden="true" />
        <span className={styles.name}>{t(`nav.${key}`)}</span>
        <IconChevronRight size={18} stroke={1.6} aria-hidden="true" />
      </Link>
    </li>
  );
};

/** On a desktop the sidebar lists the settings, so the first of them opens; on a phone this page is the list. */
export const SettingsPage = () => {
  const { t } = useTranslation();
  const location = useLocationId();
  const { role } = useMe();
  const isPhone = useBreakpoint() === "phone";
  if (!isPhone && can(role, "location.manage"))
    return <Navigate to="/at/$location/settings/general" params={{ location }} replace />;
  const groups = SETTINGS.map(({ key, pages }) => ({
    key,
    pages: pages.filter(({ permission }) => can(role, permission)),
  }));
  return (
    <PageLayout title={t("nav.settings")}>
      {groups
        .filter(({ pages }) => pages.length > 0)
        .map(({ key, pages }) => (
          <section key={key} className={styles.group}>
            <h2 className={styles.heading}>{t(`nav.${key}`)}</h2>
            <ul>
              {pages.map((destination) => (
                <Item key={destination.key} destination={destination} />
              ))}
            </ul>
          </section>
        ))}
    </PageLayout>
  );
};
