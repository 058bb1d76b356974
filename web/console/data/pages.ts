import {
  IconAddressBook,
  IconBuilding,
  IconCalendarUser,
  IconChartBar,
  IconClipboardList,
  IconClockX,
  IconDeviceTablet,
  IconDoor,
  IconEraser,
  IconFingerprint,
  IconHistory,
  IconKey,
  IconLayoutColumns,
  IconLogin2,
  IconNotebook,
  IconPlugConnected,
  IconSend,
  IconServer,
  IconSettings,
  IconSignature,
  IconUrgent,
  IconUserExclamation,
  IconUserHeart,
  IconUserShield,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
  type TablerIcon,
} from "@tabler/icons-react";

import type { Permission } from "../../../shared/roles.ts";

/** A page of a location. */
type PageEntry = {
  /** The permission that a role needs to see it (rules 4). */
  permission: Permission;
  /** Its text in lists of pages is `nav.<key>`. */
  key?: string;
  icon?: TablerIcon;
  /** The page is in the sidebar, and `G` with this letter opens it. */
  letter?: string;
  /** The page is in this group of the settings, called `nav.<group>`. */
  group?: string;
  /** The single key that opens it, called `keys.<key>`. */
  shortcut?: string;
  /** It fills the screen, without the sidebar. */
  isFullScreen?: boolean;
  /** Its code is `pages/<code>-page.tsx`, if that is not named after its address; the folder has its texts. */
  code?: string;
  /** Texts that it shares with other pages: drawn without them, a row would take the page away until they have come. */
  shares?: readonly string[];
};

/**
 * Every page of a location, by its address below `/at/$location/`, in the order of sidebar and settings. The routes,
 * the sidebar, the settings, the palette, the shortcuts and the tests read it.
 */
const PAGES: Readonly<Record<string, PageEntry>> = {
  reception: {
    key: "reception",
    icon: IconLayoutColumns,
    permission: "visits.read",
    letter: "r",
  },
  inside: { key: "inside", icon: IconUsers, permission: "visits.read", letter: "i" },
  log: { key: "log", icon: IconNotebook, permission: "visits.read", letter: "l" },
  "registered-visitors": {
    key: "registered",
    icon: IconCalendarUser,
    permission: "registered_visitors",
    letter: "v",
    shares: ["series"],
  },
  "my-visitors": {
    key: "myVisitors",
    icon: IconUserHeart,
    permission: "visits.read",
    letter: "m",
    shares: ["series"],
  },
  hosts: { key: "hosts", icon: IconAddressBook, permission: "hosts.read", letter: "h", group: "people" },
  insights: { key: "insights", icon: IconChartBar, permission: "reports.read", letter: "n" },
  "settings/users": { key: "users", icon: IconUserShield, permission: "users.manage", group: "people" },
  "settings/visit-types": { key: "visitTypes", icon: IconClipboardList, permission: "location.manage", group: "door" },
  "settings/agreements": { key: "agreements", icon: IconSignature, permission: "location.manage", group: "door" },
  "settings/entry-points": { key: "entryPoints", icon: IconDoor, permission: "location.manage", group: "door" },
  "settings/devices": { key: "devices", icon: IconDeviceTablet, permission: "location.manage", group: "door" },
  "settings/watchlists": { key: "watchlists", icon: IconUserExclamation, permission: "watchlist.read", group: "door" },
  "settings/general": { key: "general", icon: IconBuilding, permission: "location.manage", group: "location" },
  "settings/retention": { key: "retention", icon: IconClockX, permission: "location.manage", group: "location" },
  "settings/connections": {
    key: "allConnections",
    icon: IconPlugConnected,
    permission: "location.manage",
    group: "connections",
  },
  "settings/webhook": { key: "webhook", icon: IconWebhook, permission: "location.manage", group: "connections" },
  "settings/api-keys": { key: "apiKeys", icon: IconKey, permission: "service.manage", group: "connections" },
  "settings/identity-provider": {
    key: "identityProvider",
    icon: IconFingerprint,
    permission: "service.manage",
    group: "connections",
  },
  "settings/directories": {
    key: "directories",
    icon: IconUsersGroup,
    permission: "service.manage",
    group: "connections",
  },
  "settings/login-providers": {
    key: "loginProviders",
    icon: IconLogin2,
    permission: "service.manage",
    group: "connections",
  },
  "settings/audit": { key: "audit", icon: IconHistory, permission: "location.manage", group: "records" },
  "settings/erasure-requests": { key: "erasures", icon: IconEraser, permission: "location.manage", group: "records" },
  "settings/system": { key: "system", icon: IconServer, permission: "service.manage", group: "records" },
  outbox: { key: "outbox", icon: IconSend, permission: "location.manage", letter: "o" },
  settings: { key: "settings", icon: IconSettings, permission: "location.manage", letter: "s" },
  "sign-in": { key: "signIn", permission: "visits.write", shortcut: "n" },
  evacuation: {
    key: "evacuation",
    icon: IconUrgent,
    permission: "visits.mark_safe",
    shortcut: "e",
    isFullScreen: true,
  },
  undelivered: { permission: "visits.write", code: "rejected-syncs/rejected-syncs" },
  "visits/$visit": { permission: "visits.read", code: "visit/visit" },
  "settings/visit-types/$visitType": { permission: "location.manage", code: "visit-types/visit-type" },
  "settings/agreements/$agreement": { permission: "location.manage", code: "agreements/agreement" },
  "big-screen": { permission: "visits.read", isFullScreen: true },
  "badge/$visit": { permission: "visits.write", isFullScreen: true },
};

/**
 * A page with the derived values of its entry. `to` is its address for the router; `folder` has its code, in `code`,
 * and its texts.
 */
export type ConsolePage = PageEntry & { path: string; to: string; folder: string; code: string };

/** All pages, in the table's order. */
export const pages: readonly ConsolePage[] = Object.entries(PAGES).map(([path, entry]) => {
  const word = path.split("/").findLast((part) => !part.startsWith("$"));
  const { code = `${word}/${word}` } = entry;
  return { ...entry, path, to: `/at/$location/${path}`, folder: code.split("/")[0] ?? "", code };
});

/** A page in the sidebar. */
export type Destination = ConsolePage & { key: string; icon: TablerIcon };

const isDestination = (page: ConsolePage): page is Destination => page.key !== undefined && page.icon !== undefined;

const destinations = pages.filter(isDestination);

/** The daily pages. */
export const DAILY = destinations.filter(({ letter }) => letter !== undefined);

/** The settings, in groups. */
export const SETTINGS: readonly { key: string; pages: readonly Destination[] }[] = [
  ...Map.groupBy(
    destinations.filter(({ group }) => group !== undefined),
    ({ group = "" }) => group,
  ),
].map(([key, members]) => ({ key, pages: members }));

/** The pages that are reachable from every page. */
export const ALWAYS = destinations.filter(({ letter, group }) => letter === undefined && group === undefined);

/** The pages with a single key. */
export const SHORTCUTS = pages.filter(({ shortcut }) => shortcut !== undefined);
