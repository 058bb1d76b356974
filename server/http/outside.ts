import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Credential } from "../auth/credential.ts";
import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { SERVICE_LOCATION } from "../lib/ids.ts";
import { addBodyParser } from "./body.ts";
import { BODY_LIMITS, type Endpoint } from "./contract.ts";
import { makeRouter, type Router } from "./routes.ts";

/** Who was let in, and the location they act for when their credential names one. */
export type Entered = { who: Credential; location?: string };

/** A part of the service that lies outside `/api`, with a guard of its own (decisions 5): sessions, kiosks, links. */
export type Area = {
  /** Such as `/kiosk/api`; paths of its contracts are below it. */
  prefix: string;
  /** Where people read how its contracts are called; for an area that has some. */
  describedIn?: string;
  /**
   * Runs before anything of the body is read, for unknown paths too (`endpoint` is undefined then). Gives undefined to let in
   * somebody without a credential. Errors: `403`, `429`.
   */
  guard: (
    context: Context,
    request: FastifyRequest,
    endpoint: Endpoint | undefined,
  ) => Promise<Entered | undefined> | Entered | undefined;
  /** One line an endpoint; what is no JSON (a redirect, a page) is registered on the app itself. */
  routes: (router: Router, app: FastifyInstance, context: Context) => void;
};

/** A caller without a credential; covers nothing. */
export const ANONYMOUS: Credential = {
  kind: "anonymous",
  _id: SERVICE_LOCATION,
  name: "anonymous",
  role: "employee",
  locations: [],
};

const unknown = (): never => {
  throw notFound("No such endpoint", "no_such_endpoint");
};

/** Adds an area: its guard first, then bodies, failures and unknown paths as below `/api`. */
export const addArea = (app: FastifyInstance, context: Context, { prefix, describedIn, guard, routes }: Area): void => {
  app.register(
    async (area) => {
      area.decorateRequest("who", undefined);
      area.decorateRequest("location", "");
      area.decorateRequest("place", undefined);
      area.addHook("onRequest", async (request, reply) => {
        // Answers hold credentials and personal data: no cache on the way may keep them.
        reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
        const entered = await guard(context, request, request.routeOptions.config.endpoint);
        request.who = entered?.who ?? ANONYMOUS;
        request.location = entered?.location ?? "";
      });
      addBodyParser(area);
      area.setNotFoundHandler(unknown);
      routes(makeRouter(area, context, undefined, describedIn, BODY_LIMITS.small), area, context);
      // Pages may stand around an area (`/kiosk/*`): what is below it is the area's all the same, guard included.
      if (describedIn !== undefined) for (const path of ["/", "/*"]) area.get(path, unknown);
    },
    { prefix },
  );
};
