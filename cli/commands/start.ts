import { existsSync } from "node:fs";
import { join } from "node:path";

import { main } from "../../server/main.ts";
import type { Config } from "../../server/platform/config/config.ts";
import type { Command } from "../lib/command.ts";
import { print } from "../lib/output.ts";

const BUILDER = join(import.meta.dirname, "../../web/build.ts");

/** Builds the pages if their sources have changed; a worker serves none, and a released Foyer has only the built ones. */
const buildPagesFor = async ({ role, webDir }: Config): Promise<void> => {
  if (role === "worker" || !existsSync(BUILDER)) return;
  const { buildPages } = await import("../../web/build.ts");
  await buildPages(webDir, () => print("Building the web pages (only after they change) …"));
};

export const command: Command = {
  operands: [],
  about: [
    "Runs Foyer until you stop it (Ctrl-C or SIGTERM). npm start does the same.",
    "The first start creates the embedded database in DATA_DIR (./data), unless DATABASE_URL is set, and prints a link for creating the first administrator.",
  ],
  options: {
    role: {
      value: "ROLE",
      about:
        "api serves requests, worker does background work (emails, webhooks, timers), all does both. Overrides ROLE",
    },
  },
  examples: [
    "node bin/foyer.mjs start",
    "PORT=8081 DATA_DIR=/srv/foyer node bin/foyer.mjs start",
    "node bin/foyer.mjs start --role worker",
  ],
  run: (given) => main(given.text("role"), buildPagesFor),
};
