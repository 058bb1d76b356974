import { listLocations } from "../../../server/resources/locations/locations.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { printJson, printTable, printToStderr } from "../../lib/output.ts";

export const command: Command = {
  operands: [],
  about: ["Lists the locations by name."],
  options: { json: { about: "as JSON, as returned by GET /companiesList" } },
  examples: ["node bin/foyer.mjs location list", "node bin/foyer.mjs location list --json"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const locations = await listLocations(ctx);
      if (given.has("json")) printJson(locations);
      else if (locations.length === 0)
        printToStderr("There are no locations yet. To create one: node bin/foyer.mjs location add NAME");
      else
        printTable(
          ["ID", "NAME", "TIME ZONE", "TIER"],
          locations.map(({ _id, name, timezone, tier }) => [_id, name, timezone, tier]),
        );
      return EXIT.done;
    }),
};
