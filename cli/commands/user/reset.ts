import type { RequestContext } from "../../../server/platform/http/request-context.ts";
import { UserChange } from "../../../server/resources/users/contract.ts";
import { resetFactors } from "../../../server/resources/second-factors/second-factors.ts";
import { listUsers, updateUser } from "../../../server/resources/users/users.ts";
import { withContext } from "../../lib/request-context.ts";
import { validateInput } from "../../lib/validate-input.ts";
import { type Command, EXIT, type CommandInput, nothingFound } from "../../lib/command.ts";
import { print, printToStderr } from "../../lib/output.ts";
import { ABOUT_PASSWORDS, choosePassword, PASSWORD_STDIN } from "../../lib/password.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";

type User = Awaited<ReturnType<typeof listUsers>>[number];

const findUser = async (ctx: RequestContext, email: string): Promise<User> => {
  const users = await listUsers(ctx);
  const user = users.find((candidate) => candidate.email === email.toLowerCase());
  if (user === undefined)
    throw nothingFound(
      `There's no user ${email}.${didYouMean(
        email,
        users.map((other) => other.email),
      )}`,
    );
  return user;
};

const resetSecondFactor = async (ctx: RequestContext, user: User): Promise<number> => {
  await resetFactors(ctx, user._id);
  printToStderr(`${user.email} has no second factor any more, and the same password as before.`);
  return EXIT.done;
};

const reset = async (ctx: RequestContext, given: CommandInput): Promise<number> => {
  const user = await findUser(ctx, given.operands[0] ?? "");
  if (given.has("second-factor")) return resetSecondFactor(ctx, user);
  const { password, made } = await choosePassword(given);
  validateInput(UserChange, { password });
  await updateUser(ctx, user._id, { body: { password }, removed: new Set() });
  printToStderr(`${user.email} has a new password.${made ? " Copy it now, it won't be shown again:" : ""}`);
  if (made) print(password);
  if (!user.active)
    printToStderr(
      "However, this user is suspended and can't log in. To reactivate them: PUT /users/{id} with active=true",
    );
  return EXIT.done;
};

export const command: Command = {
  operands: ["EMAIL"],
  about: [
    "Resets a user's password. The old one stops working immediately.",
    ABOUT_PASSWORDS,
    "With --second-factor, it leaves the password and removes the authenticator app, passkeys and recovery codes instead. The user is emailed.",
  ],
  options: {
    "password-stdin": PASSWORD_STDIN,
    "second-factor": { about: "remove the second factors of a user who has lost them" },
  },
  examples: [
    "node bin/foyer.mjs user reset ann@example.org",
    "node bin/foyer.mjs user reset ann@example.org --second-factor",
    "PASSWORD=$(node bin/foyer.mjs user reset ann@example.org </dev/null)",
  ],
  run: (given) => withContext({ creates: false }, (ctx) => reset(ctx, given)),
};
