import type { Config } from "../config/config.ts";
import type { Tracing } from "./tracing.ts";

type Log = { warn(facts: object, text: string): void };

/**
 * Starts to send traces if that is configured, and only then loads the libraries.
 * @returns undefined if no collector is configured
 */
export const openTracing = async ({ traces }: Pick<Config, "traces">, log: Log): Promise<Tracing | undefined> =>
  traces === undefined ? undefined : (await import("./open-telemetry.ts")).startTracing(traces, log);
