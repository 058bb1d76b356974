import { list as listLocations } from "../../server/locations/locations.ts";
import { list } from "../../server/users/users.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT } from "../command.ts";
import { printJson, printTable, tell } from "../output.ts";

export const listUsers: Command = {
  operands: [],
  about: ["Lists the users by e-mail address."],
  options: { json: { about: "as JSON, as GET /users answers" } },
  examples: ["node bin/foyer.mjs user list", "node bin/foyer.mjs user list --json"],
  run: (given) =>
    withAct({ creates: false }, async (act) => {
      const users = await list(act);
      const names = new Map((await listLocations(act)).map(({ _id, name }) => [_id, name]));
      const covered = (role: string, ids: readonly string[]): string =>
        role === "global_admin" ? "all" : ids.map((id) => names.get(id) ?? id).join(", ");
      if (given.has("json")) printJson(users);
      else if (users.length === 0) tell("There is no user yet; node bin/foyer.mjs user add EMAIL creates one.");
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
