import type { Database } from "./database.ts";

/** A database server as described in the log and by the doctor. */
export type ServerInfo = {
  /** Such as 18.4. */
  version: string;
  /** How far this machine's clock is ahead of the server's, in milliseconds. */
  skewMs: number;
};

/** Beyond it, times of visits and the expiry of keys are wrong. */
export const SKEW_MS_MAX = 2_000;

/** Queries a server's version and its clock, which is compared with the middle of the round trip. */
export const readServerInfo = async (db: Pick<Database, "rows">): Promise<ServerInfo> => {
  const sentMs = Date.now();
  const [row] = await db.rows<{ version: string; ms: number }>({
    sql: `select current_setting('server_version') as version,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
    parameters: [],
  });
  if (row === undefined) throw new Error("the database gave no row");
  return { version: row.version.split(" ", 1)[0] ?? "", skewMs: (sentMs + Date.now()) / 2 - row.ms };
};
