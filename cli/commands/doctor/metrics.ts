import { request as requestPlain } from "node:http";
import { request as requestTls } from "node:https";

import { warning } from "../../../server/jobs/system/checks/check.ts";
import type { MachineCheck } from "./machine-check.ts";

const ASK_MS_MAX = 5_000;

/** Whether Foyer's metrics are served without a token; false also if nothing answers. */
const areOpen = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const send = url.startsWith("https:") ? requestTls : requestPlain;
    const options = { rejectUnauthorized: false, agent: false, signal: AbortSignal.timeout(ASK_MS_MAX) };
    const request = send(`${url}/metrics`, options, (response) => {
      response.destroy();
      resolve(response.statusCode === 200 && response.headers["content-type"]?.startsWith("text/plain") === true);
    });
    request.on("error", () => resolve(false));
    request.end();
  });

/** Metrics that are public at the address people use. */
const openMetrics: MachineCheck = async ({ config, env, unusable }) => {
  const isGiven = env["PUBLIC_URL"] !== undefined || env["PUBLIC_URL_FILE"] !== undefined;
  if (!isGiven || unusable.has("PUBLIC_URL") || unusable.has("METRICS_TOKEN")) return [];
  if (!(await areOpen(config.publicUrl))) return [];
  const fix = "Set METRICS_TOKEN, or have the proxy return 404 for /metrics (deploy/nginx.conf, deploy/Caddyfile).";
  return [warning("METRICS_TOKEN", "PUBLIC_URL/metrics shows everyone how busy Foyer is", fix)];
};

/** The check of what /metrics shows to strangers. */
export const metricsChecks: readonly MachineCheck[] = [openMetrics];
