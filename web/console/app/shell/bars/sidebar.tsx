import { IconArrowLeft, IconSearch } from "@tabler/icons-react";
import { Link, useNavigate, useRouterState } from "@tanstack/react-router";
import { type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

import { createMediaHook, useBreakpoint } from "../../../lib/use-breakpoint.ts";
import { afterPaint } from "../../../lib/after-paint.ts";
import { IconButton } from "../../../components/button/button.tsx";
import { useLocationId } from "../../../data/session/location.ts";
import { can } from "../../../../../shared/roles.ts";
import { useCan, useMe } from "../../../data/session/session.ts";
import { AccountMenu } from "../account-menu.tsx";
import { ConnectionNotice } from "./connection-notice.tsx";
import { Badge } from "./navigation-badges.tsx";
import { KioskStatus } from "../kiosk-status.tsx";
import { LocationSwitcher } from "../location-switcher.tsx";
import { ALWAYS, DAILY, type Destination, SETTINGS } from "../../../data/pages.ts";
import styles from "./sidebar.module.css";

const Item = ({ destination: { key, to, icon: Icon, permission } }: { destination: Destination }) => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocationId();
  if (!useCan(permission)) return null;
  const go = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    afterPaint(() => void navigate({ to, params: { location } }));
  };
  return (
    <li>
      <Link
        to={to}
        params={{ location }}
        onClick={go}
        className={styles.item}
        activeOptions={{ exact: key === "settings" }}
        title={t(`nav.${key}`)}
      >
        <Icon size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles.name}>{t(`nav.${key}`)}</span>
        <Badge page={key} />
      </Link>
    </li>
  );
};

const Settings = ({ path }: { path: string }) => {
  const { t } = useTranslation();
  const location = useLocationId();
  const list = useRef<HTMLDivElement>(null);
  // They may be longer than a low window.
  useEffect(() => {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    links.find(({ pathname }) => path.startsWith(pathname))?.scrollIntoView({ block: "nearest" });
  }, [path]);
  const { role } = useMe();
  const groups = SETTINGS.filter(({ pages }) => pages.some(({ permission }) => can(role, permission)));
  return (
    <div ref={list}>
      <Link to="/at/$location/reception" params={{ location }} className={styles.back} title={t("nav.settings")}>
        <IconArrowLeft size={18} stroke={1.6} aria-hidden="true" />
        <span className={styles.name}>{t("nav.settings")}</span>
      </Link>
      {groups.map(({ key, pages }) => (
        <div key={key} className={styles.group}>
          <h2 className={styles.groupName}>{t(`nav.${key}`)}</h2>
          <ul>
            {pages.map((destination) => (
              <Item key={destination.key} destination={destination} />
            ))}
          </ul>
        </div>
      ))}
    </div>
  );
};

const useIs800Wide = createMediaHook("(width >= 800px)");

/** Twelve icons of settings mean little without their names. */
const useHasRoomForLabels = (inSettings: boolean): boolean => {
  const [isWide, isMedium] = [useBreakpoint() === "wide", useIs800Wide()];
  return isWide || (inSettings && isMedium);
};

/** Two levels: the daily pages, and Settings, which replaces them. Evacuation is always at the bottom. */
export const Sidebar = ({ openPalette }: { openPalette: () => void }) => {
  const { t } = useTranslation();
  const location = useLocationId();
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { role } = useMe();
  const inSettings = path.startsWith(`/at/${location}/settings`);
  const hasLabels = useHasRoomForLabels(inSettings);
  return (
    <aside className={styles.sidebar} data-compact={!hasLabels || undefined} aria-label={t("nav.side")}>
      <div className={styles.top}>
        <LocationSwitcher />
        <span className={styles.search}>
          <IconButton label={t("search")} onClick={openPalette}>
            <IconSearch />
          </IconButton>
        </span>
      </div>
      <nav className={styles.nav} aria-label={t("nav.label")}>
        {inSettings ? (
          <Settings path={path} />
        ) : (
          <ul>
            {DAILY.map((destination) => (
              <Item key={destination.key} destination={destination} />
            ))}
          </ul>
        )}
      </nav>
      <div className={styles.foot}>
        {/* Notices appear above Evacuation, which therefore never moves. Reception shows the first one in its own bar. */}
        {!path.endsWith("/reception") && <ConnectionNotice />}
        <KioskStatus />
        {ALWAYS.filter(({ permission }) => can(role, permission)).map(({ key, to, icon: Icon }) => (
          <Link
            key={key}
            to={to}
            params={{ location }}
            className={`${styles.item} ${styles.evacuation}`}
            title={t(`nav.${key}`)}
          >
            <Icon size={18} stroke={1.6} aria-hidden="true" />
            <span className={styles.name}>{t(`nav.${key}`)}</span>
          </Link>
        ))}
        <AccountMenu />
      </div>
    </aside>
  );
};
