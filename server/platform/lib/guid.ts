/** The shape of the ids that an identity provider gives to directories and applications, in either letter case. */
export const GUID_PATTERN = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$";

const guid = new RegExp(GUID_PATTERN);

/** The GUID in lower case, or undefined when the value is none. */
export const guidOf = (value: unknown): string | undefined =>
  typeof value === "string" && guid.test(value) ? value.toLowerCase() : undefined;
