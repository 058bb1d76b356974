import { main } from "../server/main.ts";
import type { Command } from "./command.ts";

export const start: Command = {
  operands: [],
  about: [
    "Runs the service until it is told to stop (Ctrl-C or SIGTERM). npm start does the same.",
    "The first start makes the embedded database under DATA_DIR (./data), unless DATABASE_URL names one of your own, and prints a link to create the first administrator.",
  ],
  options: {},
  examples: ["npx foyer start", "PORT=8081 DATA_DIR=/srv/foyer npx foyer start"],
  run: main,
};
