/** A text with more than blanks in it; undefined for anything else. */
export const textIn = (value: unknown): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? value : undefined;

/** An object with this text under the key; an empty one if there is no text. */
export const optional = <K extends string>(key: K, text: string | undefined): Partial<Record<K, string>> =>
  (text === undefined ? {} : { [key]: text }) as Partial<Record<K, string>>;
