import { createApiKey } from "../../../server/resources/api-keys/api-keys.ts";
import { ApiKeyInput, EXPIRIES } from "../../../server/resources/api-keys/contract.ts";
import { KEY_ROLES, type KeyRole, type Scope, SCOPES } from "../../../shared/roles.ts";
import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { isRange } from "../../../server/platform/lib/net/ip-address.ts";
import { withContext } from "../../lib/request-context.ts";
import { validateInput } from "../../lib/validate-input.ts";
import { type Command, EXIT, type CommandInput, wrongUsage } from "../../lib/command.ts";
import { countOf } from "../../../server/platform/lib/text/count-of.ts";
import { findLocations } from "../../lib/find-location.ts";
import { print, printToStderr } from "../../lib/output.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";

type Expiry = (typeof EXPIRIES)[number];

const oneOf = <Word extends string>(option: string, text: string, words: readonly Word[]): Word => {
  const word = words.find((known) => known === text);
  if (word === undefined) throw wrongUsage(`--${option} must be one of ${words.join(", ")}.${didYouMean(text, words)}`);
  return word;
};

const expiryOf = (given: CommandInput): Expiry => oneOf("expiry", given.text("expiry") ?? "never", EXPIRIES);

const roleOf = (given: CommandInput): KeyRole => oneOf("role", given.text("role") ?? "local_admin", KEY_ROLES);

/** The values of an option that may be repeated, each possibly several separated by commas. */
const partsOf = (given: CommandInput, option: string): string[] =>
  given
    .all(option)
    .flatMap((text) => text.split(","))
    .map((text) => text.trim());

const scopesOf = (given: CommandInput): Scope[] => [
  ...new Set(partsOf(given, "scope").map((text) => oneOf("scope", text, SCOPES))),
];

const rangesOf = (given: CommandInput): string[] => {
  const ranges = partsOf(given, "ip");
  const wrong = ranges.find((range) => !isRange(range));
  if (wrong === undefined) return ranges;
  throw wrongUsage(`--ip must be an address or a CIDR range such as 203.0.113.0/24; "${wrong}" is neither.`);
};

type Rules = { expiry: Expiry; ip_ranges: string[]; role: KeyRole; scopes: Scope[] };

const make = async (ctx: RequestContext, given: CommandInput, rules: Rules): Promise<number> => {
  const [name = ""] = given.operands;
  const companies = await findLocations(ctx, given.all("location"));
  const { key = "", key_id, expires_at } = await createApiKey(ctx, { name, companies, ...rules });
  const where = countOf(companies.length, "location");
  const until = expires_at === null ? "never expires" : `expires on ${expires_at.slice(0, 10)}`;
  printToStderr(
    `The key "${name}" (${key_id}) covers ${where} as ${[rules.role, ...rules.scopes].join(" + ")} and ${until}. Copy it now, it won't be shown again:`,
  );
  print(key);
  return EXIT.done;
};

export const command: Command = {
  operands: ["NAME"],
  about: [
    "Creates an API key and prints only the key on standard output. It's shown once, because Foyer stores only its digest. Send it as Authorization: Bearer KEY.",
    "It covers the locations you name. --location all means all current locations, not ones added later.",
  ],
  options: {
    location: { value: "LOCATION", multiple: true, required: true, about: "an ID, a name or all (repeatable)" },
    expiry: { value: "TERM", about: `${EXPIRIES.join(", ")}; default: never` },
    role: { value: "ROLE", about: `${KEY_ROLES.join(", ")}; local_admin when left out` },
    scope: {
      value: "SCOPE",
      multiple: true,
      about: `${SCOPES.join(", ")}: what a role alone doesn't give (repeatable)`,
    },
    ip: { value: "RANGE", multiple: true, about: "only allow this address or CIDR range (repeatable)" },
  },
  examples: [
    'KEY=$(node bin/foyer.mjs key create "Access control" --location "Head office")',
    "node bin/foyer.mjs key create Reports --location all --role read_only --expiry 1y",
    "node bin/foyer.mjs key create Turnstiles --location all --ip 203.0.113.0/24",
    "node bin/foyer.mjs key create Security --location all --scope watchlist",
  ],
  run: (given) => {
    const rules = {
      expiry: expiryOf(given),
      ip_ranges: rangesOf(given),
      role: roleOf(given),
      scopes: scopesOf(given),
    };
    validateInput(ApiKeyInput, { name: given.operands[0], companies: ["…"], ...rules });
    return withContext({ creates: false }, (ctx) => make(ctx, given, rules));
  },
};
