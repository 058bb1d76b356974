import { until } from "../run/process.ts";
import type { World } from "../world.ts";

/**
 * Runs work during which the database fails for a moment: one of its statements waits for a lock, and loses its connection there.
 * @param lock the locked table and mode, such as `companies in access exclusive mode` @param statement a part of the statement
 */
export const withLostStatement = async <T>(
  { db: { pool } }: World,
  { lock, statement }: { lock: string; statement: string },
  work: () => Promise<T>,
): Promise<T> => {
  const holder = await pool.connect();
  try {
    await holder.query(`begin; lock table ${lock}`);
    const working = work();
    await until(`the statement ${statement}`, async () => {
      const waiting = `wait_event_type = 'Lock' and query like '%${statement}%'`;
      const ended = `select pg_terminate_backend(pid) from pg_stat_activity where ${waiting}`;
      return (await pool.query(ended)).rows[0];
    });
    await holder.query("rollback");
    return await working;
  } finally {
    holder.release(true);
  }
};
