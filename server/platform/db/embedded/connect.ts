import { withClient } from "./client.ts";
import { USER } from "./cluster.ts";

const CONNECT_TIMEOUT_MS = 5_000;

export const DATABASE = "foyer";

/** Runs one statement on a connection of its own, without using PG* environment variables. */
export const runOnce = async (socketDir: string, database: string, sql: string): Promise<void> => {
  const settings = {
    host: socketDir,
    port: 5432,
    user: USER,
    database,
    password: "",
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  };
  await withClient(settings, (client) => client.query(sql));
};

/** The code of a system or PostgreSQL error. */
export const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "");

/** Whether a server listens there, even if it is still starting (57P03) or has no free connection (53300). */
export const acceptsConnections = async (socketDir: string): Promise<boolean> => {
  try {
    await runOnce(socketDir, "postgres", "select 1");
    return true;
  } catch (error) {
    return /^(57P|53)/.test(codeOf(error));
  }
};
