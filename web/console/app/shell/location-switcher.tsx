import { useQuery } from "@tanstack/react-query";
import { IconBuildingPlus, IconSelector } from "@tabler/icons-react";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { LocationMark } from "../../components/layout/location-mark.tsx";
import { MenuButton } from "../../components/button/menu-button.tsx";
import { locationsQuery, useLocation, useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import styles from "./location-switcher.module.css";

/** The name of the location, and links to the same page of the others. */
export const LocationSwitcher = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useLocationId();
  const location = useLocation();
  const serves = useCan("service.manage");
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data: locations = [] } = useQuery(locationsQuery);
  const go = (other: string): void => {
    // Another location does not have the record of a record's page: the link leads to its list.
    const [, , , ...rest] = path.split("/");
    const page = rest.slice(0, rest[0] === "settings" ? 2 : 1).join("/");
    void navigate({ to: `/at/${other}/${page === "visits" ? "log" : page}` });
  };
  const all = {
    label: t("allLocations"),
    icon: <IconBuildingPlus size={18} stroke={1.6} />,
    apart: true,
    choose: () => void navigate({ to: "/locations" }),
  };
  const entries = locations.map(({ _id, name }) => ({
    key: _id,
    label: name,
    isCurrent: _id === id,
    choose: () => go(_id),
  }));
  return (
    <MenuButton
      entries={serves ? [...entries, all] : entries}
      position="bottom-start"
      width={260}
      listClassName={styles.list}
      button={
        <button type="button" className={styles.switcher}>
          <LocationMark location={location} />
          <span className={styles.name}>{location.name}</span>
          <span className="hidden">{t("switchLocation")}</span>
          <IconSelector className={styles.arrows} size={16} stroke={1.6} aria-hidden="true" />
        </button>
      }
    />
  );
};
