/** A value of a record or an address as text; empty for what is neither text nor number. */
export const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";
