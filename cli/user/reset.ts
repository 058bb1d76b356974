import type { Act } from "../../server/http/call.ts";
import { UserChange } from "../../server/users/contract.ts";
import { list, update } from "../../server/users/users.ts";
import { withAct } from "../act.ts";
import { checkAgainst } from "../checked.ts";
import { type Command, EXIT, type Given, nothingFound } from "../command.ts";
import { print, tell } from "../output.ts";
import { ABOUT_PASSWORDS, choosePassword, PASSWORD_STDIN } from "../password.ts";
import { didYouMean } from "../suggest.ts";

const reset = async (act: Act, given: Given): Promise<number> => {
  const [email = ""] = given.operands;
  const users = await list(act);
  const user = users.find((candidate) => candidate.email === email.toLowerCase());
  if (user === undefined)
    throw nothingFound(
      `There is no user ${email}.${didYouMean(
        email,
        users.map((other) => other.email),
      )}`,
    );
  const { password, made } = await choosePassword(given);
  checkAgainst(UserChange, { password });
  await update(act, user._id, { body: { password }, removed: new Set() });
  tell(`${user.email} has a new password.${made ? " It is shown this once:" : ""}`);
  if (made) print(password);
  if (!user.active) tell("The user is switched off, though, and cannot log in: PUT /users/{id} with active=true.");
  return EXIT.done;
};

export const resetUser: Command = {
  operands: ["EMAIL"],
  about: ["Gives a user a new password; the old one ends at once.", ABOUT_PASSWORDS],
  options: { "password-stdin": PASSWORD_STDIN },
  examples: [
    "node bin/foyer.mjs user reset ann@example.org",
    "PASSWORD=$(node bin/foyer.mjs user reset ann@example.org </dev/null)",
  ],
  run: (given) => withAct({ creates: false }, (act) => reset(act, given)),
};
