import type { FastifyInstance } from "fastify";

import type { Context } from "../../context.ts";
import type { Statement } from "../../db/database.ts";
import { newestMigration } from "../../db/migrate.ts";

/** Whether this process may be sent requests; cleared when it begins to shut down. */
export type Readiness = { draining: boolean };

declare module "fastify" {
  interface FastifyInstance {
    readiness: Readiness;
  }
}

/** A problem: a sentence for the operator, without secrets. Undefined means none. */
export type Problem = { status: string; message: string } | undefined;

/**
 * A condition for this process to be sent requests. An error means that the database is away, and so does no answer
 * within two seconds.
 */
export type ReadyCheck = {
  name: string;
  /** Its problems only affect writes: the process can still serve reads. */
  reads?: true;
  find: (context: Context, readiness: Readiness) => Promise<Problem> | Problem;
};

const MIGRATION: Statement = { name: "is-ready", text: "select max(number) as migration from migrations" };

const UNREACHABLE: Problem = {
  status: "database is unreachable",
  message:
    "The database isn't responding. Check that PostgreSQL is running and that DATABASE_URL is correct. For details, run foyer doctor.",
};

const shutdown: ReadyCheck = {
  name: "running",
  find: (_context, { draining }) =>
    draining ? { status: "shutting down", message: "Foyer is shutting down." } : undefined,
};

const migrationOf = async ({ db }: Context): Promise<number> =>
  (await db.named<{ migration: number | null }>(MIGRATION, []))[0]?.migration ?? 0;

const database: ReadyCheck = {
  name: "database",
  find: async (context) => {
    await migrationOf(context);
    return undefined;
  },
};

/** A file of the program, which does not change while it runs. */
let newest: Promise<number> | undefined;

const migrations: ReadyCheck = {
  name: "migrations",
  find: async (context) => {
    newest ??= newestMigration();
    const [at, known] = await Promise.all([migrationOf(context), newest]);
    if (at === known) return undefined;
    return at > known
      ? {
          status: "database is newer than this version",
          message: `The database is at migration ${at}, but this version of Foyer only knows ${known}. Start the version that wrote it, or a newer one.`,
        }
      : {
          status: "migrations are missing",
          message: `The database is at migration ${at}, but this version of Foyer needs ${known}. Run foyer migrate, or restart Foyer.`,
        };
  },
};

const disk: ReadyCheck = {
  name: "disk",
  reads: true,
  find: ({ diskSpace }) =>
    diskSpace?.isLow() === true
      ? {
          status: "disk is full",
          message:
            "Less than 64 MB is free on the disk that holds DATA_DIR, so writes are refused. Free some space and they resume immediately.",
        }
      : undefined,
};

/** The conditions, most important first: the first that fails gives the response's status. */
const checks: readonly ReadyCheck[] = [shutdown, database, migrations, disk];

const FIND_MS_MAX = 2_000;

const findInTime = async (check: ReadyCheck, context: Context, readiness: Readiness): Promise<Problem> => {
  const { promise: late, resolve } = Promise.withResolvers<Problem>();
  const timer = setTimeout(() => resolve(UNREACHABLE), FIND_MS_MAX);
  try {
    return await Promise.race([check.find(context, readiness), late]);
  } catch {
    return UNREACHABLE;
  } finally {
    clearTimeout(timer);
  }
};

/**
 * `/healthz`: the process is alive. `/readyz`: whether it can serve (`200`, also if it is read-only) or not (`503`),
 * check by check (rules 6).
 */
export const addHealth = (app: FastifyInstance, context: Context): void => {
  const readiness: Readiness = { draining: false };
  app.decorate("readiness", readiness);
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    const problems = await Promise.all(checks.map((check) => findInTime(check, context, readiness)));
    const first = problems.find((problem) => problem !== undefined);
    const serves = problems.every((problem, n) => problem === undefined || checks[n]?.reads === true);
    const at = serves ? { migration: await newest } : {};
    return reply.status(serves ? 200 : 503).send({
      status: first?.status ?? "ready",
      ...at,
      checks: checks.map(({ name }, n) => {
        const problem = problems[n];
        return problem === undefined ? { name, status: "ok" } : { name, status: "failed", message: problem.message };
      }),
    });
  });
};
