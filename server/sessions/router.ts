import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { FormBody } from "../http/body.ts";
import type { Act, Call } from "../http/call.ts";
import { BODY_LIMITS, type Endpoint } from "../http/contract.ts";
import { compileInput } from "../http/input.ts";
import type { Static } from "../http/schemas.ts";
import { type Browser, browserOf } from "./browser.ts";

/** A call with the browser it comes from, and the reply that cookies are put on. */
export type Visit<E extends Endpoint> = Call<E> & { browser: Browser; reply: FastifyReply };

type Handler<E extends Endpoint> = (visit: Visit<E>) => Promise<Static<E["response"]>>;

/** Answers a browser directly: with a page or a redirect. */
export type PageHandler = (act: Act, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

type Options = {
  /** Also for who is not signed in. */
  open?: true;
  /** Answers a form that a page sent, in place of the handler. */
  page?: PageHandler;
};

const PREFIX = "/session";

/** The act of a call that the guard has let in. */
export const actOf = (context: Act["context"], request: FastifyRequest): Act => {
  if (request.who === undefined) throw new Error("a route was reached without passing the guard");
  return { context, db: context.db, who: request.who, now: context.now(), requestId: request.id };
};

/** Registers the endpoints of sessions, whose handlers see the browser and set its cookies. */
export const sessionRouter =
  (area: FastifyInstance, context: Act["context"]) =>
  <E extends Endpoint>(endpoint: E, handler: Handler<E>, { open, page }: Options = {}): void => {
    const read = compileInput(endpoint, "docs/sessions.md");
    area.route({
      method: endpoint.method,
      url: endpoint.path.slice(PREFIX.length).replaceAll(/\{(\w+)\}/g, ":$1") || "/",
      config: { endpoint, open: open === true },
      bodyLimit: endpoint.bodyLimit ?? BODY_LIMITS.small,
      handler: async (request, reply) => {
        const act = actOf(context, request);
        if (page !== undefined && request.body instanceof FormBody) return page(act, request, reply);
        const call = { ...act, ...read(request), location: "", place: undefined };
        // The contract is the proof of the input's type: `read` has just validated against it.
        const visit = { ...call, browser: browserOf(context, request), reply } as Visit<E>;
        const answer = await handler(visit);
        return reply.type("application/json; charset=utf-8").send(JSON.stringify(answer));
      },
    });
  };
