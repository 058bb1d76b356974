import type { FastifyInstance } from "fastify";

import type { Context } from "../context.ts";
import type { Statement } from "../db/database.ts";

const READY: Statement = { name: "is-ready", text: "select max(number) as migration from migrations" };

/** Whether this process may be sent requests; cleared when it begins to shut down. */
export type Readiness = { draining: boolean };

declare module "fastify" {
  interface FastifyInstance {
    readiness: Readiness;
  }
}

/** `/healthz`: the process lives. `/readyz`: it can serve, or what keeps it from serving (decisions 6). */
export const addHealth = (app: FastifyInstance, context: Context): void => {
  const readiness: Readiness = { draining: false };
  app.decorate("readiness", readiness);
  app.get("/healthz", async () => ({ status: "alive" }));
  app.get("/readyz", async (_request, reply) => {
    if (readiness.draining) return reply.status(503).send({ status: "shutting down" });
    try {
      const [row] = await context.db.named<{ migration: number }>(READY, []);
      return { status: "ready", migration: row?.migration ?? 0 };
    } catch {
      return reply.status(503).send({ status: "database is not reachable" });
    }
  });
};
