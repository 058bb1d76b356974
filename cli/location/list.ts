import { list } from "../../server/locations/locations.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT } from "../command.ts";
import { printJson, printTable, tell } from "../output.ts";

export const listLocations: Command = {
  operands: [],
  about: ["Lists the locations by name."],
  options: { json: { about: "as JSON, as GET /companiesList answers" } },
  examples: ["node bin/foyer.mjs location list", "node bin/foyer.mjs location list --json"],
  run: (given) =>
    withAct({ creates: false }, async (act) => {
      const locations = await list(act);
      if (given.has("json")) printJson(locations);
      else if (locations.length === 0)
        tell("There is no location yet; node bin/foyer.mjs location add NAME makes one.");
      else
        printTable(
          ["ID", "NAME", "TIME ZONE", "TIER"],
          locations.map(({ _id, name, timezone, tier }) => [_id, name, timezone, tier]),
        );
      return EXIT.done;
    }),
};
