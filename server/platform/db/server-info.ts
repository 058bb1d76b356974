import type { Database } from "./database.ts";

/** A database server as the log and the doctor speak of it. */
export type ServerInfo = {
  /** Such as 18.4. */
  version: string;
  /** How far this machine's clock is ahead of the server's, in milliseconds. */
  skewMs: number;
};

/** Beyond it times of visits and the ends of keys are told wrongly. */
export const SKEW_MS_MAX = 2_000;

/** Asks a server for its version and its clock, which is compared with the middle of the question's way there and back. */
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
