/** The paths of values in a response: `badge.name`, `visits[].photo`. */
export const pathsOf = (value: unknown, at = ""): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap((one) => pathsOf(one, `${at}[]`)))];
  if (typeof value !== "object" || value === null) return [at];
  return Object.entries(value).flatMap(([key, one]) => pathsOf(one, at === "" ? key : `${at}.${key}`));
};

/** All texts and numbers in an answer. */
export const textsOf = (value: unknown): string[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [String(value)];
