import {
  IconBaselineDensitySmall,
  IconBellRinging,
  IconBuilding,
  IconCalendarPlus,
  IconClockX,
  IconDeviceTabletPlus,
  IconDownload,
  IconKey,
  IconKeyboard,
  IconLanguage,
  IconLock,
  IconLogout,
  IconMailX,
  IconMoon,
  IconPalette,
  IconPrinter,
  IconScreenShare,
  IconTableImport,
  IconTrash,
  IconUserPlus,
  type TablerIcon,
} from "@tabler/icons-react";

import type { Permission } from "../../../../shared/roles.ts";

/** An action of the console itself, without a page. */
export type ConsoleAction = "theme" | "keys" | "logOut";

/** An action, or a setting within a page. Its name is `command.<key>`, its synonyms are `also.<key>`. */
export type Command = {
  icon: TablerIcon;
  permission?: Permission;
} & ({ to: string; search?: Readonly<Record<string, string>> } | { act: ConsoleAction });

const at = (path: string): string => `/at/$location/${path}`;
const general = { icon: IconBuilding, permission: "location.manage", to: at("settings/general") } as const;

/** Everything that can be found by name besides pages and people, in the order in which it is offered. */
export const COMMANDS = {
  register: {
    icon: IconCalendarPlus,
    permission: "registered_visitors",
    to: at("registered-visitors"),
    search: { visitor: "new" },
  },
  importVisitors: {
    icon: IconTableImport,
    permission: "registered_visitors",
    to: at("registered-visitors"),
    search: { visitor: "import" },
  },
  addHost: { icon: IconUserPlus, permission: "hosts.write", to: at("hosts"), search: { host: "new" } },
  importHosts: { icon: IconTableImport, permission: "hosts.write", to: at("hosts"), search: { host: "import" } },
  drill: { icon: IconBellRinging, permission: "visits.mark_safe", to: at("evacuation") },
  exportLog: { icon: IconDownload, permission: "visits.export", to: at("log") },
  overdue: { icon: IconClockX, permission: "visits.read", to: at("log"), search: { state: "overdue" } },
  bigScreen: { icon: IconScreenShare, permission: "visits.read", to: at("big-screen") },
  pairKiosk: {
    icon: IconDeviceTabletPlus,
    permission: "location.manage",
    to: at("settings/devices"),
    search: { pair: "new" },
  },
  poster: { icon: IconPrinter, permission: "location.manage", to: at("settings/entry-points") },
  inviteUser: { icon: IconUserPlus, permission: "users.manage", to: at("settings/users"), search: { user: "new" } },
  createKey: { icon: IconKey, permission: "service.manage", to: at("settings/api-keys"), search: { key: "new" } },
  failedMessages: { icon: IconMailX, permission: "location.manage", to: at("outbox"), search: { state: "failed" } },
  idle: general,
  privacyNotice: general,
  timeZone: general,
  languages: general,
  logo: { ...general, icon: IconPalette },
  removeLocation: { ...general, icon: IconTrash, permission: "service.manage" },
  language: { icon: IconLanguage, to: "/account" },
  compact: { icon: IconBaselineDensitySmall, to: "/account" },
  password: { icon: IconLock, to: "/account" },
  allLocations: { icon: IconBuilding, to: "/locations" },
  theme: { icon: IconMoon, act: "theme" },
  keys: { icon: IconKeyboard, act: "keys" },
  logOut: { icon: IconLogout, act: "logOut" },
} as const satisfies Record<string, Command>;

/** The name of a command. */
export type CommandKey = keyof typeof COMMANDS;
