/**
 * Runs once for all who ask within a span of time, with the items of each.
 * @returns asks for items; resolves when the run that has them is done
 */
export const coalesce = <T>(
  run: (items: ReadonlySet<T>) => Promise<unknown>,
  windowMs: number,
): ((items: readonly T[]) => Promise<void>) => {
  let upcoming: { items: Set<T>; done: Promise<void> } | undefined;
  const plan = (): NonNullable<typeof upcoming> => {
    const items = new Set<T>();
    const begin = async (): Promise<void> => {
      upcoming = undefined;
      await run(items);
    };
    const done = new Promise<void>((resolve, reject) => setTimeout(() => begin().then(resolve, reject), windowMs));
    return (upcoming = { items, done });
  };
  return (items) => {
    const { items: asked, done } = upcoming ?? plan();
    for (const item of items) asked.add(item);
    return done;
  };
};
