import type { FastifyInstance } from "fastify";

import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import type { Context } from "../context.ts";
import { sendPage } from "../http/page.ts";
import { hasUser } from "../users/store.ts";
import { createFirstAdmin } from "../users/first.ts";
import { isSetupToken } from "./link.ts";
import { donePage, endedPage, formPage, type SetupForm, welcomePage } from "./view.ts";

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
    page.get("/", async (_request, reply) => sendPage(reply, 200, welcomePage(await hasUser(context.db))));
    page.get("/setup", async (request, reply) => {
      const pairs: unknown = request.query;
      const token = new Map(Array.isArray(pairs) ? pairs : []).get("token");
      if (typeof token !== "string" || !usable(token) || (await hasUser(context.db)))
        return sendPage(reply, 403, endedPage());
      return sendPage(reply, 200, formPage({ token, email: "" }));
    });
    page.post("/setup", async (request, reply) => {
      const form = readForm(typeof request.body === "string" ? request.body : "");
      if (!usable(form.token)) return sendPage(reply, 403, endedPage());
      const problem = problemWith(form);
      if (problem !== undefined) return sendPage(reply, 400, formPage(form, problem));
      const created = await createFirstAdmin(context.db, form, context.now());
      return created
        ? sendPage(reply, 200, donePage(form.email, context.config.publicUrl))
        : sendPage(reply, 403, endedPage());
    });
  });
};
