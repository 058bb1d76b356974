type PlainObject = Readonly<Record<string, unknown>>;

/** One field of a record as a change found it and left it; undefined: it was not there. */
export type Difference = { field: string; before: unknown; after: unknown };

const isPlain = (value: unknown): value is PlainObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keys that change without a user's doing. */
const OWN = new Set(["_id", "company_id", "create_date", "mod_date"]);

/** What an element of a list is known by. */
const keyOf = (value: PlainObject, index: number): string => {
  const named = [value["field_name"], value["key"], value["_id"]].find((name) => typeof name === "string");
  return typeof named === "string" ? named : String(index);
};

const isListOfRecords = (value: unknown): value is readonly PlainObject[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPlain);

const within = (value: unknown): readonly (readonly [string, unknown])[] | undefined => {
  if (isListOfRecords(value)) return value.map((one, index) => [keyOf(one, index), one] as const);
  return isPlain(value) ? Object.entries(value) : undefined;
};

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === "" ||
  (Array.isArray(value) && value.length === 0) ||
  (isPlain(value) && Object.keys(value).length === 0);

/** Every value of a record with the way to it, such as `settings.retention_days` or `fields.badge.label.en`. */
const flat = (value: unknown, path: readonly string[] = []): [string, unknown][] => {
  const inner = within(value);
  if (isNothing(value)) return [];
  if (inner === undefined) return [[path.join("."), value]];
  return inner.flatMap(([key, one]) => (path.length === 0 && OWN.has(key) ? [] : flat(one, [...path, key])));
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** What differs between two states of a record, field by field; of a new or removed one, all that it held. */
export const differencesOf = (before: unknown, after: unknown): readonly Difference[] => {
  const [old, now] = [new Map(flat(before ?? {})), new Map(flat(after ?? {}))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((one) => !same(one.before, one.after));
};
