import type { World } from "../../../support/world.ts";

/** The answer of /metrics: its text, and the value of a line by its labels; 0 for one that is not there. */
export type Metrics = { text: string; value(name: string, labels?: Record<string, string>): number };

/** Asks a service for its metrics. */
export const readMetrics = async ({ app }: Pick<World, "app">): Promise<Metrics> => {
  const { body: text } = await app.inject("/metrics");
  const lines = new Map(text.split("\n").map((line) => [line.replace(/ [^ ]+$/, ""), Number(line.split(" ").at(-1))]));
  return {
    text,
    value: (name, labels = {}) => {
      const parts = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
      return lines.get(parts.length === 0 ? name : `${name}{${parts.join(",")}}`) ?? 0;
    },
  };
};
