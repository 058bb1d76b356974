/** A key of a response that is left out if it has no value. */
export const optional = <K extends string, T>(key: K, value: T | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as Partial<Record<K, T>>;

/** A text of a record; undefined if it is empty or not a text. */
export const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
