import { listApiKeys } from "../../../server/resources/api-keys/api-keys.ts";
import { listLocations } from "../../../server/resources/locations/locations.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { printJson, printTable, printToStderr } from "../../lib/output.ts";

const day = (at: string | null | undefined): string => at?.slice(0, 10) ?? "never";

export const command: Command = {
  operands: [],
  about: ["Lists active and expired API keys, oldest first. Revoked keys aren't listed. Secrets aren't stored."],
  options: { json: { about: "as JSON, as returned by GET /apikeys" } },
  examples: ["node bin/foyer.mjs key list", "node bin/foyer.mjs key list --json"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const keys = await listApiKeys(ctx);
      const names = new Map((await listLocations(ctx)).map(({ _id, name }) => [_id, name]));
      if (given.has("json")) printJson(keys);
      else if (keys.length === 0)
        printToStderr("There are no API keys yet. To create one: node bin/foyer.mjs key create NAME");
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
