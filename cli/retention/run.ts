import type { Act } from "../../server/http/call.ts";
import { type Counted, countDue, eraseDue } from "../../server/retention/retention.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT } from "../command.ts";
import { printJson, printTable, tell } from "../output.ts";

const show = (counts: ReadonlyMap<string, Counted>, json: boolean): void => {
  const rows = [...counts];
  if (json) return printJson(rows.map(([location, counted]) => ({ location, ...counted })));
  if (rows.length === 0) return tell("No location has a retention time; settings.retention_days sets one.");
  printTable(
    ["LOCATION", "VISITS", "REGISTERED VISITORS"],
    rows.map(([location, { visits, registered }]) => [location, String(visits), String(registered)]),
  );
};

const erase = async ({ context }: Act): Promise<ReadonlyMap<string, Counted>> => {
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  return eraseDue(context, stopping.signal);
};

export const runRetention: Command = {
  operands: [],
  about: [
    "Erases at once what locations keep no longer, and prints how much that was. The service does the same by itself, within a minute after a day begins at the location; this is for seeing it beforehand.",
    "Visits are erased with photo, signature, signed agreements and messages; the counters stay.",
  ],
  options: {
    "dry-run": { about: "only count what would be erased" },
    json: { about: "as JSON" },
  },
  examples: ["node bin/foyer.mjs retention run --dry-run"],
  run: (given) =>
    withAct({ creates: false }, async (act) => {
      show(given.has("dry-run") ? await countDue(act.context) : await erase(act), given.has("json"));
      return EXIT.done;
    }),
};
