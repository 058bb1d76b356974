import { create } from "../../server/api-keys/api-keys.ts";
import { ApiKeyInput, EXPIRIES } from "../../server/api-keys/contract.ts";
import { KEY_ROLES, type KeyRole } from "../../server/auth/roles.ts";
import type { Act } from "../../server/http/call.ts";
import { isRange } from "../../server/lib/address.ts";
import { withAct } from "../act.ts";
import { checkAgainst } from "../checked.ts";
import { type Command, EXIT, type Given, wrongUsage } from "../command.ts";
import { findLocations } from "../location/find.ts";
import { print, tell } from "../output.ts";
import { didYouMean } from "../suggest.ts";

type Expiry = (typeof EXPIRIES)[number];

const expiryOf = (given: Given): Expiry => {
  const text = given.text("expiry") ?? "never";
  const expiry = EXPIRIES.find((known) => known === text);
  if (expiry === undefined) throw wrongUsage(`--expiry must be one of ${EXPIRIES.join(", ")}.`);
  return expiry;
};

const roleOf = (given: Given): KeyRole => {
  const text = given.text("role") ?? "local_admin";
  const role = KEY_ROLES.find((known) => known === text);
  if (role === undefined)
    throw wrongUsage(`--role must be one of ${KEY_ROLES.join(", ")}.${didYouMean(text, KEY_ROLES)}`);
  return role;
};

const rangesOf = (given: Given): string[] => {
  const ranges = given
    .all("ip")
    .flatMap((text) => text.split(","))
    .map((text) => text.trim());
  const wrong = ranges.find((range) => !isRange(range));
  if (wrong === undefined) return ranges;
  throw wrongUsage(`--ip must be an address or a CIDR range such as 203.0.113.0/24; "${wrong}" is neither.`);
};

type Rules = { expiry: Expiry; ip_ranges: string[]; role: KeyRole };

const make = async (act: Act, given: Given, rules: Rules): Promise<number> => {
  const [name = ""] = given.operands;
  const companies = await findLocations(act, given.all("location"));
  const { key = "", key_id, expires_at } = await create(act, { name, companies, ...rules });
  const where = companies.length === 1 ? "one location" : `${companies.length} locations`;
  const until = expires_at === null ? "never expires" : `expires on ${expires_at.slice(0, 10)}`;
  tell(`The key "${name}" (${key_id}) covers ${where} as ${rules.role} and ${until}. Shown this once, keep it:`);
  print(key);
  return EXIT.done;
};

export const createKey: Command = {
  operands: ["NAME"],
  about: [
    "Makes an API key and prints it, alone, on standard output: this once, for only its digest is stored. Callers send it as Authorization: Bearer KEY.",
    "It covers the locations that are named. --location all names those there are now; later ones are not among them.",
  ],
  options: {
    location: { value: "LOCATION", multiple: true, required: true, about: "an id, a name or all; may be repeated" },
    expiry: { value: "TERM", about: `${EXPIRIES.join(", ")}; never when left out` },
    role: { value: "ROLE", about: `${KEY_ROLES.join(", ")}; local_admin when left out` },
    ip: { value: "RANGE", multiple: true, about: "only from this address or CIDR range; may be repeated" },
  },
  examples: [
    'KEY=$(node bin/foyer.mjs key create "Access control" --location "Head office")',
    "node bin/foyer.mjs key create Reports --location all --role read_only --expiry 1y",
    "node bin/foyer.mjs key create Doors --location all --ip 203.0.113.0/24",
  ],
  run: (given) => {
    const rules = { expiry: expiryOf(given), ip_ranges: rangesOf(given), role: roleOf(given) };
    checkAgainst(ApiKeyInput, { name: given.operands[0], companies: ["…"], ...rules });
    return withAct({ creates: false }, (act) => make(act, given, rules));
  },
};
