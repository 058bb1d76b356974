import { createHash, timingSafeEqual } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import { refused } from "../lib/errors.ts";
import { type DiskSpace, readDisks } from "./disks.ts";
import type { Exposition } from "./exposition.ts";
import { familiesOf } from "./families.ts";
import { makeGauges } from "./gauges.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** With `METRICS_TOKEN` set only who sends it is answered. Errors: `403` */
const checkToken = (token: string | undefined, { headers }: FastifyRequest): void => {
  if (token === undefined) return;
  const [scheme = "", sent = ""] = (headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer" || !timingSafeEqual(digest(sent), digest(token)))
    throw refused("METRICS_TOKEN is set, and another one was sent");
};

/** A folder that cannot be read is a line in the log, and no number. */
const newestOf = async ({ meters, log }: Context): Promise<number | undefined> => {
  try {
    return await meters.newestBackup?.();
  } catch (error) {
    log.warn({ code: Object(error).code }, "metrics: the folder of backups could not be read");
    return undefined;
  }
};

const disksOf = async ({ config, log }: Context): Promise<DiskSpace[]> => {
  try {
    return await readDisks(config);
  } catch (error) {
    log.warn({ code: Object(error).code }, "metrics: the room on a disk could not be read");
    return [];
  }
};

/** `/metrics`: what the service and the runtime say of themselves, in Prometheus' text format (decisions 6). */
export const addMetrics = (app: FastifyInstance, context: Context): void => {
  const { config, meters } = context;
  const gauges = makeGauges(context);
  let exposition: Promise<Exposition> | undefined;
  app.get("/metrics", async (request, reply) => {
    checkToken(config.metricsToken, request);
    exposition ??= import("./exposition.ts").then(({ makeExposition }) => makeExposition());
    const writer = await exposition;
    const told = {
      meters,
      gauges: await gauges(),
      newestBackup: await newestOf(context),
      isBackingUp: config.role !== "api" && config.backup.time !== undefined,
      disks: await disksOf(context),
    };
    return reply
      .header("content-type", writer.contentType)
      .header("cache-control", "no-store")
      .send(await writer.write(familiesOf(told)));
  });
};
