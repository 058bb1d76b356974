import { listLocations } from "../../../server/resources/locations/locations.ts";
import { listUsers } from "../../../server/resources/users/users.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { printJson, printTable, printToStderr } from "../../lib/output.ts";

export const command: Command = {
  operands: [],
  about: ["Lists users by email address."],
  options: { json: { about: "as JSON, as returned by GET /users" } },
  examples: ["node bin/foyer.mjs user list", "node bin/foyer.mjs user list --json"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const users = await listUsers(ctx);
      const names = new Map((await listLocations(ctx)).map(({ _id, name }) => [_id, name]));
      const covered = (role: string, ids: readonly string[]): string =>
        role === "global_admin" ? "all" : ids.map((id) => names.get(id) ?? id).join(", ");
      if (given.has("json")) printJson(users);
      else if (users.length === 0)
        printToStderr("There are no users yet. To create one: node bin/foyer.mjs user add EMAIL");
      else
        printTable(
          ["EMAIL", "ROLE", "ACTIVE", "NAME", "LOCATIONS"],
          users.map(({ email, role, active, first_name, last_name, companies }) => [
            email,
            role,
            active ? "yes" : "no",
            [first_name, last_name].filter((name) => name !== undefined).join(" "),
            covered(role, companies),
          ]),
        );
      return EXIT.done;
    }),
};
