import type { Client } from "pg";

import { makeClient } from "../server/platform/db/embedded/client.ts";
import { findEmbedded } from "../server/platform/db/embedded/embedded.ts";
import type { Selection } from "../server/platform/http/request-context.ts";
import { ms, median, quantile, type Row } from "./figures.ts";
import type { Prepared } from "./setup.ts";
import { recordLog } from "./statements.ts";

const REPEAT = 30;

type Page = { what: string; page: number; sorting: Selection["sorting"]; targetMs: number };

const PAGES: readonly Page[] = [
  { what: "Log, page 1 without the total", page: 1, sorting: [], targetMs: 10 },
  { what: "Log, page 500 without the total", page: 500, sorting: [], targetMs: 20 },
  {
    what: "Sort by last_name without the total",
    page: 1,
    sorting: [{ field: "last_name", direction: "asc" }],
    targetMs: 10,
  },
];

const timed = async (client: Client, text: string, values: readonly unknown[]): Promise<number> => {
  const started = performance.now();
  await client.query(text, [...values]);
  return performance.now() - started;
};

/**
 * The page alone: the interface always answers with the total beside it, which the service asks for at the same time and which
 * has a target of its own. The statement is the one the service sends.
 */
export const pagesAlone = async (dataDir: string, { place }: Prepared): Promise<Row[]> => {
  const address = await findEmbedded(dataDir);
  if (address === undefined) throw new Error("the database is not running");
  const client = makeClient({ host: address.socketDir, user: address.user, database: address.database });
  await client.connect();
  const rows: Row[] = [];
  for (const { what, page, sorting, targetMs } of PAGES) {
    const [only] = await recordLog(place, { count: 50, page, filter: [], sorting });
    if (only === undefined) throw new Error("no statement was recorded");
    const times: number[] = [];
    for (let n = 0; n < REPEAT + 5; n += 1) times.push(await timed(client, only.statement.text, only.values));
    const found = times.slice(5);
    const figures = `${ms(median(found))} (p99 ${ms(quantile(found, 0.99))})`;
    rows.push({ what, figures, target: `≤ ${targetMs} ms`, holds: median(found) <= targetMs });
  }
  await client.end();
  return rows;
};
