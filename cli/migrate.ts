import { type Command, EXIT } from "./command.ts";
import { withDatabase } from "./database.ts";
import { print, tell } from "./output.ts";

export const migrateDatabase: Command = {
  operands: [],
  about: [
    "Brings the database to the schema of this version and prints the name of each migration that it applied. Starting the service does the same; this is for doing it at a time of your choosing.",
    "A database that a newer version of Foyer wrote is left alone.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs migrate"],
  run: () =>
    withDatabase({ creates: true }, async ({ migrated }) => {
      for (const name of migrated) print(name);
      if (migrated.length === 0) tell("The database is up to date.");
      return EXIT.done;
    }),
};
