// Loaded into the service by bench/fairness.ts: how much processor time goes by before its event loop comes round again. That is what
// others wait for behind one piece of work, whatever else the machine does.
import { isMainThread } from "node:worker_threads";

import type { LoopDelays } from "./jobs.ts";

const TICK_MS = 1;

const usedMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

const watch = (): void => {
  let before = usedMs();
  let held: number[] = [];
  setInterval(() => {
    const now = usedMs();
    held.push(now - before);
    before = now;
  }, TICK_MS).unref();
  process.on("message", () => {
    const sorted = held.toSorted((a, b) => a - b);
    held = [];
    const answer: LoopDelays = { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longest: sorted.at(-1) ?? 0 };
    process.send?.(answer);
  });
  // To be asked does not keep the service running.
  process.channel?.unref();
};

if (isMainThread) watch();
