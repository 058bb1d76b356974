import { CONFIGURE, ERASE, type Row } from "./row.ts";

const path = "/companies/{company_id}/imports";

/** Imports: files that are sent, tried, run and undone. */
export const importRows: Record<string, Row> = {
  [`GET ${path}`]: { line: CONFIGURE },
  [`POST ${path}`]: {
    line: CONFIGURE,
    query: "target=hosts",
    file: ({ canary }) => `name,${canary}\n${canary},x\n`,
  },
  [`GET ${path}/{id}`]: { line: CONFIGURE, object: "import" },
  [`PUT ${path}/{id}`]: { line: CONFIGURE, object: "import", body: () => ({ mapping: { name: "cn" } }) },
  [`POST ${path}/{id}/dry-run`]: { line: CONFIGURE, object: "import" },
  [`POST ${path}/{id}/run`]: { line: CONFIGURE, object: "import" },
  [`GET ${path}/{id}/errors`]: { line: CONFIGURE, object: "import" },
  // It says how many there were.
  [`POST ${path}/{id}/undo`]: { line: ERASE, object: "ended_import", silent: true },
};
