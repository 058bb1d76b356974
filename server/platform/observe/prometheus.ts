import { collectDefaultMetrics, Registry } from "prom-client";

import type { MetricFamily } from "./metric-families.ts";

/** Formats metrics in Prometheus' text format, followed by those of the runtime (`process_…`, `nodejs_…`). */
export type PrometheusWriter = { contentType: string; write(families: readonly MetricFamily[]): Promise<string> };

const ESCAPES: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escaped = (text: string): string => text.replaceAll(/[\\\n"]/g, (letter) => ESCAPES[letter] ?? letter);

const labelsOf = (labels: Record<string, string>): string => {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? "" : `{${parts.join(",")}}`;
};

const textOf = ({ name, help, type, samples }: MetricFamily): string =>
  [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(({ labels, value, suffix = "" }) => `${name}${suffix}${labelsOf(labels)} ${value}`),
  ].join("\n");

/**
 * Starts to measure the runtime: event loop, heap, garbage collection, file handles. This module is loaded with the
 * first scrape, so a service without monitoring does not load the library.
 */
export const makePrometheusWriter = (): PrometheusWriter => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    contentType: registry.contentType,
    // The library can't take over numbers counted elsewhere, and its own counters cost ten times as much.
    write: async (families) => `${families.map(textOf).join("\n\n")}\n\n${await registry.metrics()}`,
  };
};
