import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { FormBody } from "../../platform/http/input/body.ts";
import type { RequestContext, Call } from "../../platform/http/request-context.ts";
import { BODY_LIMITS, type Endpoint } from "../../platform/http/contract/contract.ts";
import { compileInput } from "../../platform/http/input/input.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { type Browser, browserOf } from "./browser.ts";

/** A call with its browser, and the reply on which to set cookies. */
export type BrowserCall<E extends Endpoint> = Call<E> & { browser: Browser; reply: FastifyReply };

type Handler<E extends Endpoint> = (visit: BrowserCall<E>) => Promise<Static<E["response"]>>;

/** Answers a browser directly: with a page or a redirect. */
export type PageHandler = (ctx: RequestContext, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Options = {
  /** Open to callers who are not logged in. */
  open?: true;
  /** Answers a form that a page sent, instead of the handler. */
  page?: PageHandler;
};

const PREFIX = "/session";

/** The request context of an admitted call. */
export const requestContextOf = (context: RequestContext["context"], request: FastifyRequest): RequestContext => {
  if (request.principal === undefined) throw new Error("a route was reached without passing the guard");
  return { context, db: context.db, principal: request.principal, now: context.now(), requestId: request.id };
};

/** Registers one endpoint. */
export type SessionRouter = ReturnType<typeof sessionRouter>;

/** Registers the endpoints of sessions, whose handlers read the browser and set its cookies. */
export const sessionRouter =
  (area: FastifyInstance, context: RequestContext["context"]) =>
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, { open, page }: Options = {}): void => {
    const readInput = compileInput(endpoint, "docs/sessions.md");
    area.route({
      method: endpoint.method,
      url: endpoint.path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ":$1") || "/",
      config: { endpoint, open: open === true },
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMITS.small,
      handler: async (request, reply) => {
        const ctx = requestContextOf(context, request);
        if (page !== undefined && request.body instanceof FormBody) return page(ctx, request, reply);
        const call = { ...ctx, ...readInput(request), location: "", clock: undefined };
        // Safe: `read` has just validated the input against the contract.
        const visit = { ...call, browser: browserOf(context, request), reply } as BrowserCall<E>;
        const answer = await handler(visit);
        return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
      },
    });
  };
