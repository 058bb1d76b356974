import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { type ExpiredCounts, countDue, eraseDue } from "../../../server/jobs/retention/retention.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { printJson, printTable, printToStderr } from "../../lib/output.ts";

const show = (counts: ReadonlyMap<string, ExpiredCounts>, json: boolean): void => {
  const rows = [...counts];
  if (json) return printJson(rows.map(([location, counted]) => ({ location, ...counted })));
  if (rows.length === 0)
    return printToStderr("No location has a retention period. Set one with settings.retention_days.");
  printTable(
    ["LOCATION", "VISITS", "REGISTERED VISITORS"],
    rows.map(([location, { visits, registered }]) => [location, String(visits), String(registered)]),
  );
};

const erase = async ({ context }: RequestContext): Promise<ReadonlyMap<string, ExpiredCounts>> => {
  const stopping = new AbortController();
  process.once("SIGINT", () => stopping.abort());
  return eraseDue(context, stopping.signal);
};

export const command: Command = {
  operands: [],
  about: [
    "Erases everything past its retention period now, and prints how much. Foyer does this automatically within a minute of the start of each day at the location. Use this to see it beforehand.",
    "Visits are erased with their photo, signature, signed agreements and messages. Visit totals are kept.",
  ],
  options: {
    "dry-run": { about: "only count what would be erased" },
    json: { about: "as JSON" },
  },
  examples: ["node bin/foyer.mjs retention run --dry-run"],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      show(given.has("dry-run") ? await countDue(ctx.context) : await erase(ctx), given.has("json"));
      return EXIT.done;
    }),
};
