import type { FastifyInstance } from "fastify";

import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import type { Context } from "../context.ts";
import { sendPage } from "../http/page.ts";
import { hasUser } from "../users/store.ts";
import { createFirstAdmin } from "../users/first.ts";
import { badRequest } from "../lib/errors.ts";
import { isSetupToken } from "./link.ts";
import { addRestorePage } from "./restore-page.ts";
import { restoreSection } from "./restore-view.ts";
import { makeRestoring } from "./restoring.ts";
import { donePage, endedPage, formPage, type SetupForm } from "./view.ts";

const FORM_BYTES_MAX = 16 * 1024;

const problemWith = ({
  email,
  password,
  repeat,
}: SetupForm & { password: string; repeat: string }): string | undefined => {
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254)
    return "Enter your e-mail address, such as ann@example.org.";
  if (password.length < PASSWORD_LENGTH_MIN) return `Choose a password of ${PASSWORD_LENGTH_MIN} characters or more.`;
  if (password.includes("\u0000")) return "The password holds a character that cannot be typed.";
  return password === repeat ? undefined : "The two passwords differ.";
};

const readForm = (text: string) => {
  const form = new URLSearchParams(text);
  const field = (name: string): string => form.get(name) ?? "";
  return { token: field("token"), email: field("email").trim(), password: field("password"), repeat: field("repeat") };
};

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest("The body is no JSON; expected an object with a token. See docs/backup.md.");
  }
};

/** The first-run page: whoever has the printed link creates the first administrator, once. */
export const addSetupPage = (app: FastifyInstance, context: Context): void => {
  const usable = (token: string): boolean => isSetupToken(context.secretKey, token, context.now());
  app.register(async (page) => {
    page.removeAllContentTypeParsers();
    page.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
      async (_request: unknown, body: string) => body,
    );
    page.addContentTypeParser(
      "application/json",
      { parseAs: "string", bodyLimit: FORM_BYTES_MAX },
      async (_request: unknown, body: string) => readJson(body),
    );
    const restoring = makeRestoring(context);
    const mayBegin = async (token: string): Promise<boolean> => usable(token) && !(await hasUser(context.db));
    addRestorePage(page, restoring, { holds: usable, mayBegin });
    page.get("/setup", async (request, reply) => {
      const pairs: unknown = request.query;
      const token = new Map(Array.isArray(pairs) ? pairs : []).get("token");
      if (typeof token !== "string" || !(await mayBegin(token))) return sendPage(reply, 403, endedPage());
      return sendPage(reply, 200, formPage({ token, email: "" }, restoreSection(await restoring.list(), token)));
    });
    page.post("/setup", async (request, reply) => {
      const form = readForm(typeof request.body === "string" ? request.body : "");
      if (!usable(form.token)) return sendPage(reply, 403, endedPage());
      // An account made now would be put aside with what is there.
      const problem =
        restoring.current().state === "running" ? "A backup is being restored; wait for its end." : problemWith(form);
      if (problem !== undefined)
        return sendPage(reply, 400, formPage(form, restoreSection(await restoring.list(), form.token), problem));
      const created = await createFirstAdmin(context.db, form, context.now());
      return created
        ? sendPage(reply, 200, donePage(form.email, context.config.publicUrl))
        : sendPage(reply, 403, endedPage());
    });
  });
};
