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
