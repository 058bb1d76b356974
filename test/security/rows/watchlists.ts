import type { Row } from "./row.ts";

const path = "/companies/{company_id}/watchlists";
const scoped = { line: "watch lists", scoped: true } as const;
const list = { ...scoped, object: "watchlist" } as const;
const entry = { ...scoped, object: "watch_entry" } as const;
const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
const inADay = (): string => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);

/** Watch lists: for administrators, and keys with the scope. */
export const watchlistRows: Record<string, Row> = {
  [`GET ${path}`]: scoped,
  [`POST ${path}`]: { ...scoped, body: ({ canary }) => ({ name: canary, kind: "alert" }) },
  [`GET ${path}/{id}`]: list,
  [`PUT ${path}/{id}`]: { ...list, body: ({ canary }) => ({ name: `${canary} 2` }) },
  [`DELETE ${path}/{id}`]: { ...list, silent: true },
  [`GET ${path}/{id}/entries`]: list,
  [`POST ${path}/{id}/entries`]: {
    ...list,
    body: ({ canary }) => ({ names: [canary], reason_code: "other", review_on: inAMonth() }),
  },
  [`POST ${path}/{id}/entries/import`]: {
    ...list,
    file: ({ canary }) => `first_name,last_name\n${canary},x\n`,
    silent: true,
  },
  [`GET ${path}/{id}/entries/{entry_id}`]: entry,
  [`PUT ${path}/{id}/entries/{entry_id}`]: { ...entry, body: () => ({ review_on: inADay() }) },
  [`DELETE ${path}/{id}/entries/{entry_id}`]: { ...entry, silent: true },
  [`POST ${path}/check`]: {
    ...scoped,
    body: ({ canary }) => ({ first_name: canary, last_name: canary }),
    silent: true,
  },
  [`GET ${path}/hits`]: { ...scoped, silent: true },
  [`POST ${path}/hits/{id}/decide`]: {
    ...scoped,
    object: "watch_hit",
    body: ({ canary }) => ({ outcome: "same", reason: canary }),
  },
};
