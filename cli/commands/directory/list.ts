import { list } from "../../../server/resources/directories/directories.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { printJson, printTable, printToStderr } from "../../lib/output.ts";
import { withContext } from "../../lib/request-context.ts";

const minute = (at: string | undefined): string => at?.slice(0, 16).replace("T", " ") ?? "never";

export const command: Command = {
  operands: [],
  about: [
    "Lists the directories that hosts and users come from, with when each was last synced, and why it failed since.",
  ],
  options: { json: { about: "as JSON, as returned by GET /directories" } },
  examples: ["node bin/foyer.mjs directory list", "node bin/foyer.mjs directory list --json"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const directories = await list(ctx);
      if (given.has("json")) printJson(directories);
      else if (directories.length === 0)
        printToStderr("There are no directories yet. Add one in the console: Settings, Directories.");
      else
        printTable(
          ["NAME", "TYPE", "PEOPLE", "GROUPS", "LAST SYNC (UTC)", "NEXT (UTC)", "LAST ERROR"],
          directories.map(({ name, kind, people, groups, last_sync, next_try, last_error }) => [
            name,
            kind,
            String(people),
            String(groups),
            minute(last_sync),
            next_try === undefined ? "" : minute(next_try),
            last_error ?? "",
          ]),
        );
      return EXIT.done;
    }),
};
