import { sealingKeys } from "../../server/audit/seals.ts";
import { type Finding, isSealKept, loggedLocations, type Verdict, verifyLocation } from "../../server/audit/verify.ts";
import type { Act } from "../../server/http/call.ts";
import { SERVICE_LOCATION } from "../../server/lib/ids.ts";
import { findPreviousKey, findSecretKey } from "../../server/secret-key.ts";
import { withAct } from "../act.ts";
import { type Command, EXIT, Failure, type Given, wrongUsage } from "../command.ts";
import { findLocations } from "../location/find.ts";
import { print, printJson, tell } from "../output.ts";

const SEAL = /^[0-9a-f]{64}$/i;

const keysOf = async (act: Act): Promise<readonly Buffer[]> => {
  const secretKey = await findSecretKey(act.context.config);
  if (secretKey === undefined)
    throw new Failure(
      "The seals cannot be checked without their key. Set SECRET_KEY or DATA_DIR as the service has it.",
    );
  return sealingKeys({ secretKey, previousKey: await findPreviousKey(act.context.config, secretKey) });
};

/** All that have a log; users, keys and locations themselves are in the log of the service. */
const chosen = (act: Act, wanted: readonly string[]): Promise<string[]> =>
  wanted.length === 0 ? loggedLocations(act.db) : findLocations(act, wanted);

const placeOf = ({ location, from, to }: Finding): string =>
  `${location === SERVICE_LOCATION ? "service" : location}, ${from === to ? `entry ${from}` : `entries ${from} to ${to}`}`;

const added = (verdicts: readonly Verdict[]): Verdict => ({
  entries: verdicts.reduce((sum, { entries }) => sum + entries, 0),
  bodies: verdicts.reduce((sum, { bodies }) => sum + bodies, 0),
  seals: verdicts.reduce((sum, { seals }) => sum + seals, 0),
  unsealed: verdicts.reduce((sum, { unsealed }) => sum + unsealed, 0),
  findings: verdicts.flatMap(({ findings }) => findings),
});

const verify = async (act: Act, given: Given): Promise<number> => {
  const seals = given.all("seal");
  if (!seals.every((seal) => SEAL.test(seal))) throw wrongUsage("--seal must be 64 hexadecimal characters.");
  const keys = await keysOf(act);
  const verdicts: Verdict[] = [];
  for (const location of await chosen(act, given.all("location")))
    verdicts.push(await verifyLocation(act.db, keys, location));
  const all = added(verdicts);
  const cut: string[] = [];
  for (const seal of seals) if (!(await isSealKept(act.db, seal))) cut.push(seal);
  if (given.has("json")) printJson({ ...all, cut });
  else {
    for (const finding of all.findings) print(`${placeOf(finding)}: ${finding.what}`);
    for (const seal of cut) print(`seal ${seal}: is not there; the end of a log was cut off`);
  }
  const { entries, bodies, unsealed } = all;
  tell(
    `${entries} entries, ${bodies} with before and after, in ${all.seals} seals; ${unsealed} of the last minute not sealed yet.`,
  );
  const found = all.findings.length + cut.length;
  tell(found === 0 ? "Nothing was changed." : `${found} places are not as they were written.`);
  return found === 0 ? EXIT.done : EXIT.failed;
};

export const verifyAudit: Command = {
  operands: [],
  about: [
    "Compares the audit log with its seals and every before and after with the digest in its entry, and prints where something was edited, removed, inserted or moved since. What was erased with a visitor is no finding: the log says who erased it.",
    'The seals are made with a key derived from SECRET_KEY, so whoever can write to the database alone cannot make new ones. Who cuts off the newest entries together with their seals leaves nothing to compare; each newest seal is therefore written to the service\'s own log too ("audit log sealed"), and --seal asks for it.',
    "Exit code 1: something was found.",
  ],
  options: {
    location: { value: "LOCATION", multiple: true, about: "only this one, by name or id; may be given several times" },
    seal: { value: "SEAL", multiple: true, about: "a seal from the service's log, which must still be there" },
    json: { about: "as JSON" },
  },
  examples: ["node bin/foyer.mjs audit verify", 'node bin/foyer.mjs audit verify --location "Head office"'],
  run: (given) => withAct({ creates: false }, (act) => verify(act, given)),
};
