import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Credential } from "../auth/credential.ts";
import type { Context } from "../context.ts";
import { notFound } from "../lib/errors.ts";
import { SERVICE_LOCATION } from "../lib/record/ids.ts";
import { addBodyParser } from "./input/body.ts";
import { BODY_LIMITS, type Endpoint } from "./contract/contract.ts";
import { makeRouter, type Router } from "./router.ts";

/** The admitted caller, and the location they act for if their credential names one. */
export type AdmittedCaller = { principal: Credential; location?: string };

/** A part of the service outside `/api`, with a guard of its own (rules 5): sessions, kiosks, links. */
export type RouteGroup = {
  /** Such as `/kiosk/api`; the paths of its contracts are below it. */
  prefix: string;
  /** The page that documents its endpoints, if there is one. */
  describedIn?: string;
  /**
   * Runs before the body is read, also for unknown paths (`endpoint` is undefined then). Returns undefined to admit a
   * caller without a credential. Errors: `403`, `429`.
   */
  guard: (
    context: Context,
    request: FastifyRequest,
    endpoint: Endpoint | undefined,
  ) => Promise<AdmittedCaller | undefined> | AdmittedCaller | undefined;
  /** One line per endpoint; routes that aren't JSON (a redirect, a page) are registered on the app itself. */
  routes: (router: Router, app: FastifyInstance, context: Context) => void;
};

/** A caller without a credential; covers no location. */
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
export const addRouteGroup = (
  app: FastifyInstance,
  context: Context,
  { prefix, describedIn, guard, routes }: RouteGroup,
): void => {
  app.register(
    async (group) => {
      group.decorateRequest("principal", undefined);
      group.decorateRequest("location", "");
      group.decorateRequest("clock", undefined);
      group.addHook("onRequest", async (request, reply) => {
        // Responses contain credentials and personal data: no cache on the way may keep them.
        reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
        const entered = await guard(context, request, request.routeOptions.config.endpoint);
        request.principal = entered?.principal ?? ANONYMOUS;
        request.location = entered?.location ?? "";
      });
      addBodyParser(group, context);
      group.setNotFoundHandler(unknown);
      routes(makeRouter(group, context, undefined, describedIn, BODY_LIMITS.small), group, context);
      // Pages may surround an area (`/kiosk/*`): paths below the area still belong to it, guard included.
      if (describedIn !== undefined) for (const path of ["/", "/*"]) group.get(path, unknown);
    },
    { prefix },
  );
};
