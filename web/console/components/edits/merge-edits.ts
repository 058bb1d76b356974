/** A part of a record that the user edited and another user changed meanwhile, such as `name.nl`. */
export type Conflict = { field: string; theirs: unknown; mine: unknown };

/** The edited fields: what the user made of each, and what it was when they began. */
export type Edits<Fields> = { mine: Partial<Fields>; before: Partial<Fields> };

type Parts = Readonly<Record<string, unknown>>;

const isParts = (value: unknown): value is Parts =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What is empty and what is missing are the same to a user. */
const plain = (value: unknown): string => JSON.stringify(value === "" ? null : (value ?? null));
const isSame = (a: unknown, b: unknown): boolean => plain(a) === plain(b);

const keysOf = (...parts: readonly Parts[]): string[] => [...new Set(parts.flatMap((each) => Object.keys(each)))];

const mergeValue = (before: unknown, mine: unknown, now: unknown): unknown => {
  if (isSame(mine, before)) return now;
  if (isSame(now, before) || !isParts(mine) || !isParts(now)) return mine;
  const old = isParts(before) ? before : {};
  const merged = keysOf(mine, now).map((key): [string, unknown] => [key, mergeValue(old[key], mine[key], now[key])]);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
};

const conflictsIn = (field: string, before: unknown, mine: unknown, now: unknown): Conflict[] => {
  if (isSame(mine, now) || isSame(mine, before) || isSame(now, before)) return [];
  if (!isParts(mine) || !isParts(now)) return [{ field, theirs: now, mine }];
  const old = isParts(before) ? before : {};
  return keysOf(mine, now).flatMap((key) => conflictsIn(`${field}.${key}`, old[key], mine[key], now[key]));
};

/** The record with the user's edits, and with what others changed in all that the user did not touch. */
export const mergeEdits = <Fields extends object>({ mine, before }: Edits<Fields>, now: Fields): Fields => {
  const names = Object.keys(mine) as (keyof Fields)[];
  const merged = names.map((name) => [name, mergeValue(before[name], mine[name], now[name])]);
  return { ...now, ...(Object.fromEntries(merged) as Partial<Fields>) };
};

/** What both the user and another one changed, to different values. */
export const conflictsOf = <Fields extends object>({ mine, before }: Edits<Fields>, now: Fields): Conflict[] =>
  (Object.keys(mine) as (keyof Fields & string)[]).flatMap((name) =>
    conflictsIn(name, before[name], mine[name], now[name]),
  );

/** The fields of `whole` that differ from `now`. */
export const changedIn = <Fields extends object>(whole: Fields, now: Fields): Partial<Fields> =>
  Object.fromEntries(
    (Object.entries(whole) as [keyof Fields, unknown][]).filter(([name, value]) => !isSame(value, now[name])),
  ) as Partial<Fields>;

/** `null` removes what was emptied. */
export const emptiedAsNull = (changed: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changed).map(([name, value]) => [name, value === "" ? null : (value ?? null)]));

/** What the form showed of the parts that the user had not touched becomes what further edits began with. */
const rebase = (before: unknown, mine: unknown, now: unknown): unknown => {
  if (isSame(mine, before)) return now;
  if (!isParts(before) || !isParts(mine) || !isParts(now)) return before;
  return Object.fromEntries(keysOf(before, mine, now).map((key) => [key, rebase(before[key], mine[key], now[key])]));
};

/** The same edits, with some fields edited further. @param now the record that the form showed */
export const withEdits = <Fields extends object>(
  { mine, before }: Edits<Fields>,
  part: Partial<Fields>,
  now: Fields,
): Edits<Fields> => {
  const begun = (Object.keys(part) as (keyof Fields)[]).map((name) => [
    name,
    name in before ? rebase(before[name], mine[name], now[name]) : now[name],
  ]);
  return { mine: { ...mine, ...part }, before: { ...before, ...(Object.fromEntries(begun) as Partial<Fields>) } };
};
