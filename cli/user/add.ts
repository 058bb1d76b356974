import type { Role } from "../../server/auth/roles.ts";
import { ROLES } from "../../server/auth/roles.ts";
import type { Act } from "../../server/http/call.ts";
import { UserInput } from "../../server/users/contract.ts";
import { create } from "../../server/users/users.ts";
import { withAct } from "../act.ts";
import { checkAgainst } from "../checked.ts";
import { type Command, EXIT, type Given, wrongUsage } from "../command.ts";
import { findLocations } from "../location/find.ts";
import { print, tell } from "../output.ts";
import { ABOUT_PASSWORDS, choosePassword, PASSWORD_STDIN } from "../password.ts";
import { didYouMean } from "../suggest.ts";

const roleOf = (given: Given): Role => {
  const text = given.text("role") ?? "global_admin";
  const role = ROLES.find((known) => known === text);
  if (role === undefined) throw wrongUsage(`--role must be one of ${ROLES.join(", ")}.${didYouMean(text, ROLES)}`);
  return role;
};

/** A global admin covers everything; anybody else sees nothing without a location. */
const checkLocations = (role: Role, locations: readonly string[]): void => {
  if (role === "global_admin" && locations.length > 0)
    throw wrongUsage("A global_admin covers every location; leave --location out, or give another --role.");
  if (role !== "global_admin" && locations.length === 0)
    throw wrongUsage(`A ${role} needs at least one --location (an id, a name, or all).`);
};

const namesOf = (name: string | undefined): { first_name?: string; last_name?: string } => {
  const [first_name, ...rest] = (name ?? "").trim().split(/\s+/);
  return {
    ...(first_name ? { first_name } : {}),
    ...(rest.length > 0 ? { last_name: rest.join(" ") } : {}),
  };
};

const add = async (act: Act, given: Given, role: Role): Promise<number> => {
  const [email = ""] = given.operands;
  const companies = await findLocations(act, given.all("location"));
  const { password, made } = await choosePassword(given);
  const body = { email, role, companies, password, ...namesOf(given.text("name")) };
  checkAgainst(UserInput, body);
  const user = await create(act, body);
  tell(`${user.email} can log in now as ${user.role}.${made ? " The password, shown this once:" : ""}`);
  if (made) print(password);
  return EXIT.done;
};

export const addUser: Command = {
  operands: ["EMAIL"],
  about: [`Creates a user. The roles, the mightiest first: ${ROLES.join(", ")}.`, ABOUT_PASSWORDS],
  options: {
    role: { value: "ROLE", about: "global_admin when left out" },
    location: { value: "LOCATION", multiple: true, about: "an id or a name, may be repeated, or all there are now" },
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
    checkAgainst(UserInput, { email: given.operands[0], role });
    return withAct({ creates: true }, (act) => add(act, given, role));
  },
};
