import Fastify, { type FastifyInstance, LogController } from "fastify";

import { agreementRoutes } from "./agreements/routes.ts";
import { apiKeyRoutes } from "./api-keys/routes.ts";
import { auditRoutes } from "./audit/routes.ts";
import { badgeRoutes } from "./badges/routes.ts";
import type { Context } from "./context.ts";
import { decisionArea } from "./decision-page/page.ts";
import { describeInterface } from "./description.ts";
import { deviceRoutes } from "./devices/routes.ts";
import { emergencyRoutes } from "./emergency/routes.ts";
import { entryPointRoutes } from "./entry-points/routes.ts";
import { erasureRequestRoutes } from "./erasure-requests/routes.ts";
import { evacuationRoutes } from "./evacuations/routes.ts";
import { exportRoutes } from "./exports/routes.ts";
import { hostRoutes } from "./hosts/routes.ts";
import { addBodyParser } from "./http/body.ts";
import { BODY_LIMITS, type Endpoint } from "./http/contract.ts";
import { addCodingGuard } from "./http/coding.ts";
import { addCompression } from "./http/compression.ts";
import { addReadDeadline, serverTimeouts } from "./http/deadlines.ts";
import { answerFailure } from "./http/failures.ts";
import { addGuards, answerUnroutable, guardUnknown } from "./http/guard.ts";
import { addSafeHeaders } from "./http/headers.ts";
import { addHostCheck } from "./http/host.ts";
import { addHealth } from "./http/health.ts";
import { addArea } from "./http/outside.ts";
import { addProxyWarning } from "./http/proxy.ts";
import { addRoomGuard } from "./http/room.ts";
import { queryPairs } from "./http/query.ts";
import { makeRouter, type Router } from "./http/routes.ts";
import { tlsSettings } from "./http/tls.ts";
import { answerUnreadable } from "./http/unreadable.ts";
import { kioskArea } from "./kiosk/routes.ts";
import { newId } from "./lib/ids.ts";
import { notFound } from "./lib/errors.ts";
import { identityProviderRoutes } from "./identity-provider/routes.ts";
import { invitationRoutes } from "./invitations/routes.ts";
import { liveRoutes, type Pace } from "./live/routes.ts";
import { locationRoutes } from "./locations/routes.ts";
import { messageRoutes } from "./messages/routes.ts";
import { addReference } from "./reference/page.ts";
import { addMetrics } from "./observe/metrics.ts";
import { addRequestSpans } from "./observe/request-spans.ts";
import { addRequestMeters } from "./observe/requests.ts";
import { notificationRoutes } from "./notifications/routes.ts";
import { registeredVisitorRoutes } from "./registered-visitors/routes.ts";
import { reportRoutes } from "./reports/routes.ts";
import { sessionArea } from "./sessions/routes.ts";
import { addSetup } from "./setup/setup.ts";
import { timelineRoutes } from "./timeline/routes.ts";
import { undeliveredRoutes } from "./undelivered/routes.ts";
import { userRoutes } from "./users/routes.ts";
import { visitTypeRoutes } from "./visit-types/routes.ts";
import { visitorArea } from "./visitor-pages/routes.ts";
import { visitRoutes } from "./visits/routes.ts";
import { addPages } from "./web/pages.ts";
import { webhookRoutes } from "./webhooks/routes.ts";

/** The resources of the interface, one line each. */
const resources: readonly ((router: Router) => void)[] = [
  locationRoutes,
  visitRoutes,
  timelineRoutes,
  badgeRoutes,
  registeredVisitorRoutes,
  invitationRoutes,
  exportRoutes,
  reportRoutes,
  hostRoutes,
  visitTypeRoutes,
  entryPointRoutes,
  agreementRoutes,
  deviceRoutes,
  webhookRoutes,
  messageRoutes,
  notificationRoutes,
  emergencyRoutes,
  evacuationRoutes,
  erasureRequestRoutes,
  undeliveredRoutes,
  auditRoutes,
  userRoutes,
  apiKeyRoutes,
  identityProviderRoutes,
];

/** Longer than any request line Node accepts: a long id is a malformed one (`400`), not a path of its own. */
const PARAMETER_LENGTH_MAX = 65_536;

/** Everything below `/api`: guards first, then the resources, then their description. */
const addInterface = (app: FastifyInstance, context: Context, pace: Pace | undefined): readonly Endpoint[] => {
  const endpoints: Endpoint[] = [];
  app.register(
    async (api) => {
      addGuards(api, context);
      addBodyParser(api);
      api.setNotFoundHandler(async (request) => {
        await guardUnknown(context, request);
        throw notFound("No such endpoint; see /docs, or /api/openapi.json", "no_such_endpoint");
      });
      const router = makeRouter(api, context, (endpoint) => endpoints.push(endpoint));
      for (const addResource of resources) addResource(router);
      liveRoutes(router, api, context, pace);
      // Written once: it is long, and whoever asks for it needs no credential.
      const document = Buffer.from(JSON.stringify(describeInterface(endpoints, `${context.config.publicUrl}/api`)));
      api.get("/openapi.json", { config: { open: true } }, async (_request, reply) =>
        reply.type("application/json; charset=utf-8").send(document),
      );
    },
    { prefix: "/api" },
  );
  return endpoints;
};

/** A server with what every process answers: how failures look, health and metrics. */
const buildServer = (context: Context): FastifyInstance => {
  const { config, log } = context;
  const app = Fastify({
    // Fastify's own line about listening would stand above the greeting.
    loggerInstance: log.child({}, { level: log.level === "info" ? "warn" : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // Of what is registered without a limit of its own: no body there is longer than a form.
    bodyLimit: BODY_LIMITS.small,
    exposeHeadRoutes: true,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerUnroutable(context, error, request, reply),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text) => queryPairs(text) as never,
    },
    http: serverTimeouts,
    ...(config.tls === undefined ? {} : { https: { ...config.tls, ...tlsSettings, ...serverTimeouts } }),
  }) as unknown as FastifyInstance;
  app.setErrorHandler(answerFailure);
  // A logger a request costs more than it is worth: what is logged of one names it (http/failures.ts).
  app.setChildLoggerFactory(() => log);
  addSafeHeaders(app, context);
  addHostCheck(app);
  addRequestMeters(app, context);
  addRequestSpans(app, context);
  addReadDeadline(app);
  addProxyWarning(app, context);
  addRoomGuard(app, context);
  addCodingGuard(app);
  addCompression(app);
  addHealth(app, context);
  addMetrics(app, context);
  return app;
};

/** Builds what a process without requests (ROLE=worker) listens with: health and metrics. */
export const buildWorker = (context: Context): FastifyInstance => {
  const app = buildServer(context);
  app.setNotFoundHandler(() => {
    throw notFound(
      "This process does background work (ROLE=worker); it answers /healthz, /readyz and /metrics",
      "no_such_endpoint",
    );
  });
  return app;
};

/**
 * Builds the service without listening.
 * @param pace of the live events, for tests that cannot wait for a heartbeat
 * @returns the app, and the endpoints of the interface as they were registered
 */
export const buildApp = (context: Context, pace?: Pace): { app: FastifyInstance; endpoints: readonly Endpoint[] } => {
  const app = buildServer(context);
  app.setNotFoundHandler(() => {
    throw notFound("Nothing here; the interface is under /api, described at /docs", "no_such_endpoint");
  });
  addSetup(app, context);
  addPages(app, context);
  addArea(app, context, decisionArea);
  addArea(app, context, kioskArea);
  addArea(app, context, visitorArea);
  addArea(app, context, sessionArea);
  const endpoints = addInterface(app, context, pace);
  addReference(app, context, endpoints);
  return { app, endpoints };
};
