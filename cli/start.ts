import { main } from "../server/main.ts";
import type { Command } from "./command.ts";

export const start: Command = {
  operands: [],
  about: [
    "Runs the service until it is told to stop (Ctrl-C or SIGTERM). npm start does the same.",
    "The first start makes the embedded database under DATA_DIR (./data), unless DATABASE_URL names one of your own, and prints a link to create the first administrator.",
  ],
  options: {
    role: {
      value: "ROLE",
      about:
        "api serves requests, worker does the work beside them (mails, webhooks, ticks), all both; instead of ROLE",
    },
  },
  examples: [
    "node bin/foyer.mjs start",
    "PORT=8081 DATA_DIR=/srv/foyer node bin/foyer.mjs start",
    "node bin/foyer.mjs start --role worker",
  ],
  run: (given) => main(given.text("role")),
};
