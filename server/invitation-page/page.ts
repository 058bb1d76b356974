import type { FastifyInstance } from "fastify";

import type { Context } from "../context.ts";
import { readInvitation } from "../invitations/invitations.ts";
import { mailLanguage } from "../messages/language.ts";
import { endedPage, validPage } from "./view.ts";

const tokenOf = (query: unknown): string => {
  const token: unknown = new Map(Array.isArray(query) ? query : []).get("token");
  return typeof token === "string" ? token : "";
};

/** The browser's first language, for a link that names nobody any more. */
const browserLanguage = (header: string | undefined): string | undefined => header?.split(/[,;]/, 1)[0]?.trim();

/** The page behind the personal link of an invitation: where and when, and no name. */
export const addInvitationPage = (app: FastifyInstance, context: Context): void => {
  app.get("/visit/invitation", async (request, reply) => {
    const visit = await readInvitation(context, tokenOf(request.query));
    const { text, policy } =
      visit === undefined
        ? endedPage(mailLanguage(browserLanguage(request.headers["accept-language"])))
        : validPage(visit, mailLanguage(visit.language, visit.defaultLanguage));
    return reply
      .status(visit === undefined ? 403 : 200)
      .headers({
        "content-security-policy": policy,
        "referrer-policy": "no-referrer",
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      })
      .type("text/html; charset=utf-8")
      .send(text);
  });
};
