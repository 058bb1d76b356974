import type { Role } from "../../../shared/roles.ts";
import { ROLES } from "../../../shared/roles.ts";
import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { UserInput } from "../../../server/resources/users/contract.ts";
import { createUser } from "../../../server/resources/users/users.ts";
import { withContext } from "../../lib/request-context.ts";
import { validateInput } from "../../lib/validate-input.ts";
import { type Command, EXIT, type CommandInput, wrongUsage } from "../../lib/command.ts";
import { findLocations } from "../../lib/find-location.ts";
import { print, printToStderr } from "../../lib/output.ts";
import { ABOUT_PASSWORDS, choosePassword, PASSWORD_STDIN } from "../../lib/password.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";

const roleOf = (given: CommandInput): Role => {
  const text = given.text("role") ?? "global_admin";
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw wrongUsage(`--role must be one of ${ROLES.join(", ")}.${didYouMean(text, ROLES)}`);
  return role;
};

/** A global admin covers everything; other roles see nothing without a location. */
const checkLocations = (role: Role, locations: readonly string[]): void => {
  if (role === "global_admin" && locations.length > 0)
    throw wrongUsage("A global_admin covers every location. Leave out --location, or use another --role.");
  if (role !== "global_admin" && locations.length === 0)
    throw wrongUsage(`A ${role} needs at least one --location (an ID, a name, or all).`);
};

const namesOf = (name: string | undefined): { first_name?: string; last_name?: string } => {
  const [first_name, ...rest] = (name ?? "").trim().split(/\s+/);
  return {
    ...(first_name ? { first_name } : {}),
    ...(rest.length > 0 ? { last_name: rest.join(" ") } : {}),
  };
};

const add = async (ctx: RequestContext, given: CommandInput, role: Role): Promise<number> => {
  const [email = ""] = given.operands;
  const companies = await findLocations(ctx, given.all("location"));
  const { password, made } = await choosePassword(given);
  const body = { email, role, companies, password, ...namesOf(given.text("name")) };
  validateInput(UserInput, body);
  const user = await createUser(ctx, body);
  printToStderr(
    `${user.email} can log in now as ${user.role}.${made ? " Copy the password now, it won't be shown again:" : ""}`,
  );
  if (made) print(password);
  return EXIT.done;
};

export const command: Command = {
  operands: ["EMAIL"],
  about: [`Creates a user. Roles, from most to least access: ${ROLES.join(", ")}.`, ABOUT_PASSWORDS],
  options: {
    role: { value: "ROLE", about: "default: global_admin" },
    location: {
      value: "LOCATION",
      multiple: true,
      about: "an ID or a name (repeatable), or all for all current locations",
    },
    name: { value: "NAME", about: '"First Last"' },
    "password-stdin": PASSWORD_STDIN,
  },
  examples: [
    "node bin/foyer.mjs user add ann@example.org",
    'node bin/foyer.mjs user add jo@example.org --role receptionist --location "Head office"',
    "node bin/foyer.mjs user add ann@example.org --password-stdin <password.txt",
  ],
  run: (given) => {
    const role = roleOf(given);
    checkLocations(role, given.all("location"));
    validateInput(UserInput, { email: given.operands[0], role });
    return withContext({ creates: true }, (ctx) => add(ctx, given, role));
  },
};
