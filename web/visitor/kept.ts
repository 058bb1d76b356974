/** What signs a visit out; kept on the phone for a day at most. */
export type KeptVisit = { token: string; name?: string | undefined; since: string };
/** The code of an invitation, by which the poster at the door knows its visitor. */
export type KeptInvitation = { code: string };

type Kept = { visit: KeptVisit; invitation: KeptInvitation };

const keyOf = (name: keyof Kept): string => `foyer-${name}`;

/** Keeps it on this phone until then. A browser that keeps nothing is no obstacle. @param until milliseconds since 1970 */
export const keep = <K extends keyof Kept>(name: K, value: Kept[K], until: number): void => {
  try {
    localStorage.setItem(keyOf(name), JSON.stringify({ value, until }));
  } catch {
    // Without it the visitor signs out at the kiosk or the desk.
  }
};

/** Forgets it. */
export const forget = (name: keyof Kept): void => {
  try {
    localStorage.removeItem(keyOf(name));
  } catch {
    // Nothing was kept, then.
  }
};

/** What was kept; undefined when there is none, or its time has passed. */
export const recall = <K extends keyof Kept>(name: K): Kept[K] | undefined => {
  try {
    const { value, until } = JSON.parse(localStorage.getItem(keyOf(name)) ?? "{}") as {
      value?: Kept[K];
      until?: number;
    };
    if (value !== undefined && (until ?? 0) > Date.now()) return value;
    forget(name);
  } catch {
    forget(name);
  }
  return undefined;
};
