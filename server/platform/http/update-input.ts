/** What a `PUT` sends: the body, and the keys in it that were `null`. */
export type UpdateInput<Body> = { body: Body; removed: ReadonlySet<string> };

/**
 * The value of a key after a `PUT`.
 * @param sent undefined when the key was left out
 * @param empty its value when it was sent as `null`
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
 * @param stored what they were; without it the record is new
 */
export const mergeSent = <Name extends string>(
  names: readonly Name[],
  { body, removed }: UpdateInput<{ readonly [Key in Name]?: string }>,
  stored?: Readonly<Record<Name, string | null>>,
): Record<Name, string | null> => {
  const values = names.map((name) => [name, mergeValue({ removed }, name, body[name], stored?.[name] ?? null, null)]);
  return Object.fromEntries(values) as Record<Name, string | null>;
};
