/** The form of an identity provider's IDs for directories and applications, in either letter case. */
export const GUID_PATTERN = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

const guid = new RegExp(GUID_PATTERN);

/** The GUID in lower case, or undefined if the value isn't one. */
export const guidOf = (value: unknown): string | undefined =>
  typeof value === "string" && guid.test(value) ? value.toLowerCase() : undefined;
