import { list } from "../../server/api-keys/api-keys.ts";
import { list as listLocations } from "../../server/locations/locations.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT } from "../command.ts";
import { printJson, printTable, tell } from "../output.ts";

const day = (at: string | null | undefined): string => at?.slice(0, 10) ?? "never";

export const listKeys: Command = {
  operands: [],
  about: ["Lists the API keys that work or have expired, oldest first; revoked ones are gone. Secrets are not stored."],
  options: { json: { about: "as JSON, as GET /apikeys answers" } },
  examples: ["node bin/foyer.mjs key list", "node bin/foyer.mjs key list --json"],
  run: (given) =>
    withAct({ creates: false }, async (act) => {
      const keys = await list(act);
      const names = new Map((await listLocations(act)).map(({ _id, name }) => [_id, name]));
      if (given.has("json")) printJson(keys);
      else if (keys.length === 0) tell("There is no API key yet; node bin/foyer.mjs key create NAME makes one.");
      else
        printTable(
          ["KEY ID", "NAME", "EXPIRES", "ROLE", "LAST USED", "ADDRESSES", "LOCATIONS"],
          keys.map(({ key_id, name, role, expires_at, last_used, ip_ranges, companies }) => [
            key_id,
            name,
            day(expires_at),
            role,
            day(last_used),
            ip_ranges.join(", ") || "any",
            companies.map((id) => names.get(id) ?? id).join(", "),
          ]),
        );
      return EXIT.done;
    }),
};
