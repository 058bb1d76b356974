// A Foyer of its own process, for the tests that kill one: starts the server described by its argument,
// says on standard output what happened (a line of JSON each), and stops it when told to on standard input.
import { once } from "node:events";

import { type EmbeddedOptions, startEmbedded } from "../../../../../server/platform/db/embedded/embedded.ts";
import { EmbeddedError } from "../../../../../server/platform/db/embedded/errors.ts";

const say = (message: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify(message)}\n`);
};

const run = async (options: EmbeddedOptions): Promise<void> => {
  const server = await startEmbedded({ ...options, log: (line) => say({ kind: "log", line }) });
  say({ kind: "ready", pid: server.pid, socketDir: server.socketDir });
  await once(process.stdin, "data");
  await server.stop();
  say({ kind: "stopped" });
};

try {
  await run(JSON.parse(process.argv[2] ?? "{}"));
} catch (error) {
  const fix = error instanceof EmbeddedError ? error.fix : "";
  say({ kind: "error", message: error instanceof Error ? error.message : String(error), fix });
}
process.stdin.destroy();
