import { badRequest } from "../../lib/errors.ts";
import { mergeTexts, type Texts } from "../../lib/text/texts.ts";

/** The input of a `PUT`: the body, and the keys in it that were `null`. */
export type UpdateInput<Body> = { body: Body; removed: ReadonlySet<string> };

/**
 * The value of a key after a `PUT`.
 * @param sent undefined if the key was left out
 * @param empty its value if it was sent as `null`
 */
export const mergeValue = <T>(
  { removed }: Pick<UpdateInput<unknown>, "removed">,
  name: string,
  sent: T | undefined,
  stored: T,
  empty: T,
): T => (removed.has(name) ? empty : (sent ?? stored));

/**
 * The values of the fields that are stored as sent.
 * @param stored their previous values; undefined for a new record
 */
export const mergeSent = <Name extends string>(
  names: readonly Name[],
  { body, removed }: UpdateInput<{ readonly [Key in Name]?: string }>,
  stored?: Readonly<Record<Name, string | null>>,
): Record<Name, string | null> => {
  const values = names.map((name) => [name, mergeValue({ removed }, name, body[name], stored?.[name] ?? null, null)]);
  return Object.fromEntries(values) as Record<Name, string | null>;
};

/** Refuses to remove keys that every record has. Errors: `400` that names the first of them. */
export const checkNotRemoved = ({ removed }: Pick<UpdateInput<unknown>, "removed">, ...keys: string[]): void => {
  for (const key of keys)
    if (removed.has(key)) throw badRequest(`"${key}" is required and can't be removed.`, "not_removable", key);
};

/**
 * The name after a write, in the languages that have one.
 * @param what the name in messages, such as "the entrance's name". Errors: `400` without a name in any language
 */
export const mergeName = (
  { body, removed }: UpdateInput<{ name?: string; translations?: { name?: Record<string, string | null> } }>,
  stored: Texts,
  what: string,
): Texts => {
  checkNotRemoved({ removed }, "name");
  const name = mergeTexts(stored, body.name, body.translations?.name);
  if (Object.values(name).some((text) => text.trim() !== "")) return name;
  throw badRequest(`"name" is required: ${what}.`, "missing_key", "name");
};
