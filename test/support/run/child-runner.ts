// Runs the files that are named, in that order, or those of a lane: `node --test` would sort them. Started by run.ts.
import { availableParallelism } from "node:os";
import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { parseArgs } from "node:util";

import { laneInBatches, writeBatches } from "./batches.ts";
import type { Lane } from "./whole.ts";
import { keepDurations, slowestOf } from "../database/order.ts";

const PATTERN = "test-name-pattern";
const { values, positionals: given } = parseArgs({
  allowPositionals: true,
  options: { [PATTERN]: { type: "string", multiple: true, default: [] }, lane: { type: "string", default: "daily" } },
});
const patterns = values[PATTERN];

// What is in progress ends with us.
const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopping.abort());

// One more file at a time than there are cores: many wait, on deadlines and on a browser.
const concurrency = availableParallelism() + 1;
const batches = await writeBatches(
  given.length > 0 ? given.map((file) => [file]) : await laneInBatches(values.lane as Lane),
);
const tests = run({ files: batches.files, concurrency, testNamePatterns: patterns, signal: stopping.signal });
let passed = false;
const durations: Record<string, number> = {};
tests.on("test:summary", ({ file, success }) => {
  if (file === undefined) passed = success;
});
tests.on("test:complete", ({ name, nesting, details }) => {
  if (nesting === 0 && details.type === "suite") durations[name] = Math.round(details.duration_ms);
});
/** The first line of the summary with which the report ends. */
const SUMMARY = /^tests \d+$/;
/** Says before the summary which files took longest. */
const withSlowest = async function* (events: typeof tests): AsyncGenerator {
  for await (const event of events) {
    const { type, data } = event;
    if (type === "test:diagnostic" && data.nesting === 0 && SUMMARY.test(data.message))
      for (const line of ["the slowest files:", ...slowestOf(durations)])
        yield { type, data: { ...data, message: line } };
    yield event;
  }
};
const report = Readable.from(withSlowest(tests)).compose(new spec());
// There is no reader any more (`npm test | head`).
process.stdout.on("error", () => process.exit(1));
report.pipe(process.stdout);
await finished(report);
await batches.remove();
if (patterns.length === 0) await keepDurations(durations);
process.exitCode = passed ? 0 : 1;
