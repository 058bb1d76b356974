import { sealingKeys } from "../../../server/resources/audit/seals.ts";
import {
  type Finding,
  isSealKept,
  listLoggedLocations,
  type Verdict,
  verifyLocation,
} from "../../../server/resources/audit/verify.ts";
import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { SERVICE_LOCATION } from "../../../server/platform/lib/record/ids.ts";
import { findPreviousKey, findSecretKey } from "../../../server/platform/secret-key.ts";
import { withContext } from "../../lib/request-context.ts";
import { type Command, EXIT, Failure, type CommandInput, wrongUsage } from "../../lib/command.ts";
import { countOf } from "../../../server/platform/lib/text/count-of.ts";
import { findLocations } from "../../lib/find-location.ts";
import { print, printJson, printToStderr } from "../../lib/output.ts";

const SEAL = /^[0-9a-f]{64}$/i;

const keysOf = async (ctx: RequestContext): Promise<readonly Buffer[]> => {
  const secretKey = await findSecretKey(ctx.context.config);
  if (secretKey === undefined)
    throw new Failure(
      "The seals can't be checked without their key. Set SECRET_KEY or DATA_DIR to the same values as for the server.",
    );
  return sealingKeys({ secretKey, previousKey: await findPreviousKey(ctx.context.config, secretKey) });
};

/** All locations that have a log; users, keys and locations themselves are in the service's own log. */
const chosen = (ctx: RequestContext, wanted: readonly string[]): Promise<string[]> =>
  wanted.length === 0 ? listLoggedLocations(ctx.db) : findLocations(ctx, wanted);

const spanOf = (from: number, to: number): string =>
  from === 0 ? "the whole log" : from === to ? `entry ${from}` : `entries ${from} to ${to}`;

const placeOf = ({ location, from, to }: Finding): string =>
  `${location === SERVICE_LOCATION ? "service" : location}, ${spanOf(from, to)}`;

const added = (verdicts: readonly Verdict[]): Verdict => ({
  entries: verdicts.reduce((sum, { entries }) => sum + entries, 0),
  bodies: verdicts.reduce((sum, { bodies }) => sum + bodies, 0),
  seals: verdicts.reduce((sum, { seals }) => sum + seals, 0),
  unsealed: verdicts.reduce((sum, { unsealed }) => sum + unsealed, 0),
  findings: verdicts.flatMap(({ findings }) => findings),
});

const verify = async (ctx: RequestContext, given: CommandInput): Promise<number> => {
  const seals = given.all("seal");
  if (!seals.every((seal) => SEAL.test(seal))) throw wrongUsage("--seal must be 64 hexadecimal characters.");
  const keys = await keysOf(ctx);
  const verdicts: Verdict[] = [];
  for (const location of await chosen(ctx, given.all("location")))
    verdicts.push(await verifyLocation(ctx.db, keys, location));
  const all = added(verdicts);
  const cut: string[] = [];
  for (const seal of seals) if (!(await isSealKept(ctx.db, seal))) cut.push(seal);
  if (given.has("json")) printJson({ ...all, cut });
  else {
    for (const finding of all.findings) print(`${placeOf(finding)}: ${finding.what}`);
    for (const seal of cut) print(`seal ${seal}: not found: the end of a log has been cut off`);
  }
  const { entries, bodies, unsealed } = all;
  printToStderr(
    `${countOf(entries, "entry", "entries")}, ${bodies} with before and after values, in ${countOf(all.seals, "seal")}. Not sealed yet: ${unsealed} (a running Foyer seals every minute).`,
  );
  const found = all.findings.length + cut.length;
  printToStderr(found === 0 ? "No changes found." : `${countOf(found, "place")} can't be proved to be unaltered.`);
  return found === 0 ? EXIT.done : EXIT.failed;
};

export const command: Command = {
  operands: [],
  about: [
    "Compares the audit log with its seals, and the before and after values with the digest in each entry, and lists anything that has been edited, removed, inserted or moved since it was sealed, and any log that is gone. Data erased with a visitor isn't reported, because the log shows who erased it.",
    'The seals are made with a key derived from SECRET_KEY, so someone who can only write to the database can\'t create new ones. What they can do: insert an entry that Foyer then seals as its own within a minute, and change entries of the last minute. If the newest entries are cut off together with their seals, nothing is left to compare, so each new seal is also written to the server log ("audit log sealed"), and --seal asks for it.',
    "Exit code 1: tampering found.",
  ],
  options: {
    location: { value: "LOCATION", multiple: true, about: "only this location, by name or ID (repeatable)" },
    seal: { value: "SEAL", multiple: true, about: "a seal from the server log that must still exist" },
    json: { about: "as JSON" },
  },
  examples: ["node bin/foyer.mjs audit verify", 'node bin/foyer.mjs audit verify --location "Head office"'],
  run: (given) => withContext({ creates: false }, (ctx) => verify(ctx, given)),
};
