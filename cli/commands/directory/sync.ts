import { list } from "../../../server/resources/directories/directories.ts";
import { sync } from "../../../server/resources/directories/sync.ts";
import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { HttpError } from "../../../server/platform/lib/errors.ts";
import { type Command, type CommandInput, EXIT, Failure, nothingFound, wrongUsage } from "../../lib/command.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { print, printJson, printToStderr } from "../../lib/output.ts";
import { withContext } from "../../lib/request-context.ts";
import { withKeys } from "../../lib/secret-keys.ts";

type Outcome = Awaited<ReturnType<typeof sync>>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The directory that is meant, by its ID or its name. */
const find = async (ctx: RequestContext, text: string): Promise<string> => {
  const all = await list(ctx);
  const [found, ...others] = all.filter(({ _id, name }) => same(_id, text) || same(name, text));
  const names = all.map(({ name }) => name);
  if (found === undefined) throw nothingFound(`There's no directory "${text}".${didYouMean(text, names)}`);
  if (others.length > 0)
    throw wrongUsage(
      `${others.length + 1} directories are called "${text}". Use the ID instead (directory list --json).`,
    );
  return found._id;
};

const show = ({ plan, samples, stopped }: Outcome, dryRun: boolean): void => {
  const done = dryRun || stopped === true ? "Would be" : "Were";
  print(`${done} added: ${plan.created}, changed: ${plan.changed}, hidden: ${plan.hidden}, removed: ${plan.removed}.`);
  for (const { what, external_id, reason } of samples)
    print(`  ${what}  ${external_id}${reason === undefined ? "" : `  ${reason}`}`);
  if (stopped === true)
    printToStderr(
      "More than 10 people, and more than a tenth of all, would leave the lists, so nothing was changed. If that's right: --confirm",
    );
};

const carryOut = async (ctx: RequestContext, given: CommandInput): Promise<Outcome> => {
  const options = { dry_run: given.has("dry-run"), confirm: given.has("confirm") };
  try {
    return await sync(ctx, await find(ctx, given.operands[0] ?? ""), options);
  } catch (error) {
    throw error instanceof HttpError ? new Failure(error.reason) : error;
  }
};

export const command: Command = {
  operands: ["NAME"],
  about: [
    "Reads a directory of type LDAP, and brings hosts and users up to date with it, as Foyer does at its interval. For a list (CSV) and SCIM, it applies the rules to the people there are.",
    "Exit code 1: the directory couldn't be read, or too many people would leave the lists.",
  ],
  options: {
    "dry-run": { about: "only show what would change" },
    confirm: { about: "even if many people leave the lists" },
    json: { about: "as JSON, as returned by POST /directories/{id}/sync" },
  },
  examples: [
    'node bin/foyer.mjs directory sync "Head office" --dry-run',
    'node bin/foyer.mjs directory sync "Head office"',
  ],
  run: (given) =>
    withContext({ creates: false }, async (ctx) => {
      const outcome = await carryOut(await withKeys(ctx), given);
      if (given.has("json")) printJson(outcome);
      else show(outcome, given.has("dry-run"));
      return outcome.stopped === true && !given.has("dry-run") ? EXIT.failed : EXIT.done;
    }),
};
