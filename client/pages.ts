const PAGE_ROWS = 200;

/** Whether the value is an object or an array. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const rowsOf = (answer: unknown): unknown[] => {
  if (Array.isArray(answer)) return answer;
  const rows: unknown = isObject(answer) ? answer["visitors"] : undefined;
  return Array.isArray(rows) ? rows : [];
};

const idOf = (row: unknown): unknown => (isObject(row) ? row["_id"] : undefined);

/**
 * The rows of page after page, without those that the previous page had already because a newer row moved them.
 * @param query of the list, without `page`; its `count` is how many rows a call asks for
 * @param read requests one page
 */
export async function* rowsOfPages(
  query: unknown,
  read: (query: object) => Promise<unknown>,
): AsyncGenerator<unknown, void, undefined> {
  const asked = isObject(query) ? query : {};
  const count = typeof asked["count"] === "number" ? asked["count"] : PAGE_ROWS;
  let before = new Set<unknown>();
  for (let page = 1; ; page += 1) {
    const rows = rowsOf(await read({ ...asked, count, page }));
    yield* rows.filter((row) => idOf(row) === undefined || !before.has(idOf(row)));
    if (rows.length < count) return;
    before = new Set(rows.map(idOf));
  }
}
