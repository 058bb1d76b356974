/** A key of an answer that is left out without a value. */
export const optional = <K extends string, T>(key: K, value: T | null | undefined) =>
  (value === null || value === undefined ? {} : { [key]: value }) as Partial<Record<K, T>>;

/** A text of a record; undefined for an empty one and for any other value. */
export const textOrUndefined = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
