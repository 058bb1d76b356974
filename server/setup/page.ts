import type { FastifyInstance, FastifyReply } from "fastify";

import { PASSWORD_LENGTH_MIN } from "../auth/passwords.ts";
import type { Context } from "../context.ts";
import { hasUser } from "../users/store.ts";
import { createFirstAdmin } from "../users/first.ts";
import { isSetupToken } from "./link.ts";
import { donePage, endedPage, formPage, type SetupForm, welcomePage } from "./view.ts";

const FORM_BYTES_MAX = 16 * 1024;

// The page has no script; its one style sheet is inline and named by the policy in view.ts.
const html = (reply: FastifyReply, status: number, { text, policy }: { text: string; policy: string }): FastifyReply =>
  reply
    .status(status)
    .headers({
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    })
    .type("text/html; charset=utf-8")
    .send(text);

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
    page.get("/", async (_request, reply) => html(reply, 200, welcomePage(await hasUser(context.db))));
    page.get("/setup", async (request, reply) => {
      const pairs: unknown = request.query;
      const token = new Map(Array.isArray(pairs) ? pairs : []).get("token");
      if (typeof token !== "string" || !usable(token) || (await hasUser(context.db)))
        return html(reply, 403, endedPage());
      return html(reply, 200, formPage({ token, email: "" }));
    });
    page.post("/setup", async (request, reply) => {
      const form = readForm(typeof request.body === "string" ? request.body : "");
      if (!usable(form.token)) return html(reply, 403, endedPage());
      const problem = problemWith(form);
      if (problem !== undefined) return html(reply, 400, formPage(form, problem));
      const created = await createFirstAdmin(context.db, form, context.now());
      return created ? html(reply, 200, donePage(form.email, context.config.publicUrl)) : html(reply, 403, endedPage());
    });
  });
};
