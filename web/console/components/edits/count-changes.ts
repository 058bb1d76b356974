type PlainObject = Readonly<Record<string, unknown>>;

const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The identity of a list's element, by which it is compared with itself wherever it was moved. */
const keyOf = (value: unknown): string => {
  const named = isPlainObject(value) ? (value["key"] ?? value["field_name"] ?? value["_id"]) : undefined;
  return typeof named === "string" ? named : JSON.stringify(value);
};

const countListChanges = (before: readonly unknown[], after: readonly unknown[]): number => {
  const [old, now] = [new Map(before.map((one) => [keyOf(one), one])), new Map(after.map((one) => [keyOf(one), one]))];
  const kept = [...now.keys()].filter((key) => old.has(key));
  const order = isEqual(
    kept,
    [...old.keys()].filter((key) => now.has(key)),
  )
    ? 0
    : 1;
  const within = kept.map((key) => countChanges(old.get(key), now.get(key)));
  return order + (now.size - kept.length) + (old.size - kept.length) + within.reduce((sum, count) => sum + count, 0);
};

/**
 * How many edits a user made between two states of a record: each text, switch, and new, removed or moved element
 * counts as one.
 */
export const countChanges = (before: unknown, after: unknown): number => {
  if (isEqual(before, after)) return 0;
  if (Array.isArray(before) && Array.isArray(after)) return countListChanges(before, after);
  if (!isPlainObject(before) || !isPlainObject(after)) return 1;
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].reduce((sum, key) => sum + countChanges(before[key] ?? "", after[key] ?? ""), 0);
};
