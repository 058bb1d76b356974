import type { FastifyInstance, FastifyRequest } from "fastify";

import { GUESSABLE_MESSAGE, isGuessable } from "../../platform/auth/passwords/guessable-passwords.ts";
import { PASSWORD_LENGTH_MIN } from "../../platform/auth/passwords/passwords.ts";
import type { Context } from "../../platform/context.ts";
import { systemContext } from "../../platform/http/request-context.ts";
import { isEmailAddress } from "../../../shared/email.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { browserOf } from "../sessions/browser.ts";
import { setSessionCookies } from "../sessions/pages.ts";
import { type SignedInSession, startSession } from "../sessions/sessions.ts";
import { LENGTHS } from "../../../shared/lengths.ts";
import { findAccountByEmail } from "../../resources/users/accounts.ts";
import { createFirstAdmin, type FirstAdmin } from "../../resources/users/first-admin.ts";
import { hasUser } from "../../resources/users/store.ts";
import type { SetupEndpoints } from "./contract.ts";
import { sendJson, linkEnded, textsOf } from "./responses.ts";
import { isSetupToken } from "./link.ts";
import { addRestoreRoutes } from "./restore-routes.ts";
import { makeRestoreRunner } from "./restore-runner.ts";

const BODY_BYTES_MAX = 16 * 1024;
const NAME_LENGTH_MAX = LENGTHS.name;
const PASSWORD_LENGTH_MAX = 1000;

const WHERE = "See docs/setup.md.";

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(`The body must be a JSON object with a token. ${WHERE}`, "unreadable_body");
  }
};

const nameIn = (text: string | undefined): string | null => text?.trim().slice(0, NAME_LENGTH_MAX) || null;

/** The account in a body. Errors: `400` that names the field. */
const accountIn = (body: unknown): FirstAdmin => {
  const { email, password, first_name, last_name, language_id } = textsOf(body);
  const address = (email ?? "").trim();
  if (!isEmailAddress(address))
    throw badRequest(`"email" must be an email address such as ann@example.org. ${WHERE}`, "wrong_format", "email");
  if (password === undefined || password.length < PASSWORD_LENGTH_MIN || password.length > PASSWORD_LENGTH_MAX)
    throw badRequest(
      `"password" must be ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters. ${WHERE}`,
      "wrong_format",
      "password",
    );
  return {
    email: address,
    password,
    first_name: nameIn(first_name),
    last_name: nameIn(last_name),
    language_id: /^[a-z]{2}$/.test(language_id ?? "") ? (language_id ?? null) : null,
  };
};

/** Whether PostgreSQL can hold every text of a body. Errors: `400`. */
const checkStorable = (body: unknown): void => {
  for (const [name, text] of Object.entries(textsOf(body)))
    if (text?.includes("\u0000") === true || text?.isWellFormed() === false)
      throw badRequest(`"${name}" contains a character that can't be stored. ${WHERE}`, "not_storable", name);
};

/** Logs the new administrator in, on the browser that made the request. */
const signInFirst = async (context: Context, request: FastifyRequest, email: string): Promise<SignedInSession> => {
  const ctx = { ...systemContext(context, "setup"), requestId: request.id };
  const account = await findAccountByEmail(context.db, email.toLowerCase());
  if (account === undefined) throw linkEnded();
  return startSession(ctx, account, browserOf(context, request), "set-up link");
};

/**
 * The endpoints of the setup pages (web/console/pages/setup), with the token of the printed link in the body: the
 * address has it in the fragment, which no server, proxy or log sees. Its holder creates the first administrator, once,
 * and is logged in; or restores a backup.
 */
export const addSetup = (app: FastifyInstance, context: Context): void => {
  const holds = (token: string): boolean => isSetupToken(context, token, context.now());
  const mayBegin = async (token: string): Promise<boolean> => holds(token) && !(await hasUser(context.db));
  app.register(async (area) => {
    area.removeAllContentTypeParsers();
    area.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: BODY_BYTES_MAX },
      async (_request: unknown, body: string) => readJson(body),
    );
    const restoring = makeRestoreRunner(context);
    addRestoreRoutes(area, restoring, { holds, mayBegin });
    area.post("/setup/administrator", async (request, reply) => {
      if (!(await mayBegin(textsOf(request.body)["token"] ?? ""))) throw linkEnded();
      // A restore would set an account made now aside, with everything else.
      if (restoring.current().state === "running")
        throw badRequest("A backup is being restored. Wait until it has finished.", "restore_running");
      checkStorable(request.body);
      const account = accountIn(request.body);
      if (await isGuessable(account.password, [account.email, account.first_name, account.last_name]))
        throw badRequest(GUESSABLE_MESSAGE, "guessable_password", "password");
      if (!(await createFirstAdmin(context.db, account, context.now()))) throw linkEnded();
      const signedIn = await signInFirst(context, request, account.email);
      setSessionCookies({ context }, reply, signedIn);
      const answer: SetupEndpoints["POST /setup/administrator"]["answer"] = { user: signedIn.user };
      return sendJson(reply, answer);
    });
  });
};
