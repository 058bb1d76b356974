import type { FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../../../platform/context.ts";
import type { RouteGroup } from "../../../platform/http/route-group.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { hostToken } from "../../../resources/messages/host-link.ts";
import { findShortLink } from "../../../resources/messages/short-link.ts";
import { codeIn, guardShortLinks } from "./guard.ts";
import { addressOf } from "./layout.ts";
import { answerFailure } from "./page.ts";

/** Leads to the page, with the same method and body. */
const follow = async (context: Context, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const link = await findShortLink(context.db, codeIn(request));
  if (link === undefined) throw notFound();
  return reply.redirect(addressOf({ token: hostToken(context.secretKey, link), asked: undefined }), 307);
};

/** The short links of SMS (`/d/` and a code): each leads to the page of the long link that it stands for. */
export const shortLinkArea: RouteGroup = {
  prefix: "/d",
  guard: guardShortLinks,
  routes: (_router, app, context) => {
    app.setErrorHandler(answerFailure);
    app.get("/:code", (request, reply) => follow(context, request, reply));
    app.post("/:code", (request, reply) => follow(context, request, reply));
  },
};
