import { main } from "../../server/main.ts";
import type { Command } from "../lib/command.ts";

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
  run: (given) => main(given.text("role")),
};
