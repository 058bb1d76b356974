import { LANGUAGE_COOKIE } from "../../../shared/languages.ts";

/** What a browser remembers of its user: never data, only how they like to work (issue "Safe": nothing else in local storage). */
type Preferences = {
  /** The last location looked at. */
  location?: string;
  theme?: "light" | "dark" | "auto";
  language?: string;
  /** Single-key shortcuts; on when absent. */
  keys?: boolean;
  /** Lower rows in lists, so that more are seen at once; off when absent. */
  compact?: boolean;
  /** The user logged out while the service could not be reached. */
  leaving?: boolean;
  /** Columns and kept filters by page. */
  [page: `view ${string}`]: unknown;
};

const KEY = "foyer";

const read = (): Preferences => {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Preferences | null;
    return typeof stored === "object" && stored !== null ? stored : {};
  } catch {
    // A private window keeps nothing: then everything is as at first.
    return {};
  }
};

/** What is kept under a name. */
export const preference = <Name extends keyof Preferences>(name: Name): Preferences[Name] => read()[name];

/** Keeps it, where the browser lets us. */
export const savePreference = <Name extends keyof Preferences>(name: Name, value: Preferences[Name]): void => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...read(), [name]: value }));
  } catch {
    // As above.
  }
};

/** Whether single-key shortcuts are on. */
export const areShortcutsEnabled = (): boolean => preference("keys") !== false;

/** The id of the location that was looked at last. */
export const lastLocationId = (): string | undefined => preference("location");

const YEAR_SECONDS = 31_536_000;

/** Tells the service which language was chosen here, so that it sends the texts with the page (server/areas/web/pages.ts). */
export const sendLanguage = (language: string): void => {
  const isSecure = globalThis.location.protocol === "https:";
  const name = `${isSecure ? "__Host-" : ""}${LANGUAGE_COOKIE}`;
  document.cookie = `${name}=${language}; Path=/; Max-Age=${YEAR_SECONDS}; SameSite=Strict${isSecure ? "; Secure" : ""}`;
};

/** Keeps the language of the console, here and for the service. */
export const saveLanguage = (language: string): void => {
  savePreference("language", language);
  sendLanguage(language);
};
