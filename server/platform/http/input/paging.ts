/** One page of a plain list, whose `count` and `page` are optional (rules 2.4). */
export const paginate = <T>(items: readonly T[], { count, page }: { count?: number; page?: number }): T[] => {
  if (count === undefined && page === undefined) return [...items];
  const size = count ?? 50;
  const start = ((page ?? 1) - 1) * size;
  return items.slice(start, start + size);
};
