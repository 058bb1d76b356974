/** The code that signs a visit out; stored on the phone for a day at most. */
export type StoredVisit = { token: string; name?: string | undefined; since: string };
/** The code of an invitation, by which the poster's page recognises its visitor. */
export type StoredInvitation = { code: string };

type StoredItems = { visit: StoredVisit; invitation: StoredInvitation };

/** How long a visit in progress is stored at most. */
export const DAY_MS = 24 * 60 * 60_000;

const keyOf = (name: keyof StoredItems): string => `foyer-${name}`;

/**
 * Stores a value on this phone until a time. A browser that stores nothing does no harm. @param until milliseconds
 * since 1970
 */
export const saveItem = <K extends keyof StoredItems>(name: K, value: StoredItems[K], until: number): void => {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ value, until }));
  } catch {
    // Without it the visitor signs out at the kiosk or at reception.
  }
};

/** Forgets it. */
export const deleteItem = (name: keyof StoredItems): void => {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept, then.
  }
};

/** The stored value; undefined if there is none, or it has expired. */
export const loadItem = <K extends keyof StoredItems>(name: K): StoredItems[K] | undefined => {
  try {
    const { value, until } = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}") as {
      value?: StoredItems[K];
      until?: number;
    };
    if (value !== undefined && (until ?? 0) > Date.now()) return value;
    deleteItem(name);
  } catch {
    deleteItem(name);
  }
  return undefined;
};
