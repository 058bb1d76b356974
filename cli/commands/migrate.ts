import { type Command, EXIT } from "../lib/command.ts";
import { withDatabase } from "../lib/database.ts";
import { print, printToStderr } from "../lib/output.ts";

export const command: Command = {
  operands: [],
  about: [
    "Updates the database to this version's schema and prints the name of each migration applied. Starting Foyer does the same. Use this to do it when it suits you.",
    "A database written by a newer version of Foyer isn't changed.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs migrate"],
  run: () =>
    withDatabase({ creates: true }, async ({ migrated }) => {
      for (const name of migrated) print(name);
      if (migrated.length === 0) printToStderr("The database is up to date.");
      return EXIT.done;
    }),
};
