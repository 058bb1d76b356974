import { createHash, timingSafeEqual } from "node:crypto";

import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import { forbidden } from "../lib/errors.ts";
import { type FreeSpace, readDisks } from "./free-space.ts";
import type { PrometheusWriter } from "./prometheus.ts";
import { metricFamilies } from "./metric-families.ts";
import { makeGauges } from "./gauges.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** With `METRICS_TOKEN` set, clients must send it. Errors: `403` */
const checkToken = (token: string | undefined, { headers }: FastifyRequest): void => {
  if (token === undefined) return;
  const [scheme = "", sent = ""] = (headers.authorization ?? "").split(" ");
  if (scheme.toLowerCase() !== "bearer" || !timingSafeEqual(digest(sent), digest(token)))
    throw forbidden("METRICS_TOKEN is set, and another one was sent");
};

/** A folder that can't be read is logged, and has no number. */
const newestOf = async ({ metrics, log }: Context): Promise<number | undefined> => {
  try {
    return await metrics.newestBackup?.();
  } catch (error) {
    log.warn({ code: Object(error).code }, "metrics: the folder of backups could not be read");
    return undefined;
  }
};

const disksOf = async ({ config, log }: Context): Promise<FreeSpace[]> => {
  try {
    return await readDisks(config);
  } catch (error) {
    log.warn({ code: Object(error).code }, "metrics: the free space on a disk could not be read");
    return [];
  }
};

/** `/metrics`: the numbers of the service and the runtime, in Prometheus' text format (rules 6). */
export const addMetrics = (app: FastifyInstance, context: Context): void => {
  const { config, metrics } = context;
  const gauges = makeGauges(context);
  let prometheus: Promise<PrometheusWriter> | undefined;
  app.get("/metrics", async (request, reply) => {
    checkToken(config.metricsToken, request);
    prometheus ??= import("./prometheus.ts").then(({ makePrometheusWriter }) => makePrometheusWriter());
    const writer = await prometheus;
    const sources = {
      meters: metrics,
      gauges: await gauges(),
      newestBackup: await newestOf(context),
      isBackingUp: config.role !== "api" && config.backup.time !== undefined,
      disks: await disksOf(context),
    };
    return reply
      .header("content-type", writer.contentType)
      .header("cache-control", "no-store")
      .send(await writer.write(metricFamilies(sources)));
  });
};
