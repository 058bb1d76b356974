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
  IconNotebook,
  IconSend,
  IconSettings,
  IconSignature,
  IconUserShield,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from "@tabler/icons-react";

import type { Permission } from "./permissions.ts";

/** A page that the sidebar leads to; the text's key is `nav.<key>`. */
// The router knows every address; a list of them cannot name its own type without a circle.
export type Destination = { key: string; to: string; icon: TablerIcon; may: Permission; letter?: string };

/** What is used all day; `G` and the letter go there. */
export const DAILY: readonly Destination[] = [
  { key: "reception", to: "/at/$location/reception", icon: IconLayoutColumns, may: "visits.read", letter: "r" },
  { key: "inside", to: "/at/$location/inside", icon: IconUsers, may: "visits.read", letter: "i" },
  { key: "log", to: "/at/$location/log", icon: IconNotebook, may: "visits.read", letter: "l" },
  {
    key: "registered",
    to: "/at/$location/registered-visitors",
    icon: IconCalendarUser,
    may: "registered_visitors",
    letter: "v",
  },
  { key: "hosts", to: "/at/$location/hosts", icon: IconAddressBook, may: "hosts.read", letter: "h" },
  { key: "insights", to: "/at/$location/insights", icon: IconChartBar, may: "counters.read", letter: "n" },
  { key: "outbox", to: "/at/$location/outbox", icon: IconSend, may: "location.manage", letter: "o" },
  { key: "settings", to: "/at/$location/settings", icon: IconSettings, may: "location.manage", letter: "s" },
];

/** What is set once, in groups; the group's text is `nav.<group>`. */
export const SETTINGS: readonly { key: string; pages: readonly Destination[] }[] = [
  {
    key: "people",
    pages: [
      { key: "hosts", to: "/at/$location/hosts", icon: IconAddressBook, may: "hosts.read" },
      { key: "users", to: "/at/$location/settings/users", icon: IconUserShield, may: "users.manage" },
    ],
  },
  {
    key: "door",
    pages: [
      { key: "visitTypes", to: "/at/$location/settings/visit-types", icon: IconClipboardList, may: "location.manage" },
      { key: "agreements", to: "/at/$location/settings/agreements", icon: IconSignature, may: "location.manage" },
      { key: "entryPoints", to: "/at/$location/settings/entry-points", icon: IconDoor, may: "location.manage" },
      { key: "devices", to: "/at/$location/settings/devices", icon: IconDeviceTablet, may: "location.manage" },
    ],
  },
  {
    key: "location",
    pages: [
      { key: "general", to: "/at/$location/settings/general", icon: IconBuilding, may: "location.manage" },
      { key: "retention", to: "/at/$location/settings/retention", icon: IconClockX, may: "location.manage" },
    ],
  },
  {
    key: "connections",
    pages: [
      { key: "webhook", to: "/at/$location/settings/webhook", icon: IconWebhook, may: "location.manage" },
      { key: "apiKeys", to: "/at/$location/settings/api-keys", icon: IconKey, may: "service.manage" },
      {
        key: "identityProvider",
        to: "/at/$location/settings/identity-provider",
        icon: IconFingerprint,
        may: "service.manage",
      },
    ],
  },
  {
    key: "records",
    pages: [
      { key: "audit", to: "/at/$location/settings/audit", icon: IconHistory, may: "location.manage" },
      {
        key: "erasures",
        to: "/at/$location/settings/erasure-requests",
        icon: IconEraser,
        may: "location.manage",
      },
      { key: "outbox", to: "/at/$location/outbox", icon: IconSend, may: "location.manage" },
    ],
  },
];
