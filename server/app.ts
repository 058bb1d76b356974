import Fastify, { type FastifyInstance, LogController } from "fastify";

import { agreementRoutes } from "./resources/agreements/routes.ts";
import { apiKeyRoutes } from "./resources/api-keys/routes.ts";
import { auditRoutes } from "./resources/audit/routes.ts";
import { badgeRoutes } from "./resources/visits/badges/routes.ts";
import { countConnections } from "./jobs/connections/connections.ts";
import { connectionRoutes } from "./jobs/connections/routes.ts";
import type { Context } from "./platform/context.ts";
import { approvalArea } from "./areas/approvals/page/page.ts";
import { shortLinkArea } from "./areas/approvals/page/short-links.ts";
import { describeInterface } from "./areas/reference/description.ts";
import { directoryRoutes } from "./resources/directories/routes.ts";
import { deviceRoutes } from "./resources/devices/routes.ts";
import { emergencyRoutes } from "./resources/evacuations/emergency/routes.ts";
import { entryPointRoutes } from "./resources/entry-points/routes.ts";
import { erasureRequestRoutes } from "./resources/erasure-requests/routes.ts";
import { evacuationRoutes } from "./resources/evacuations/routes.ts";
import { archiveRoutes } from "./resources/archives/routes.ts";
import { exportRoutes } from "./resources/exports/routes.ts";
import { hostRoutes } from "./resources/hosts/routes.ts";
import { addBodyParser } from "./platform/http/input/body.ts";
import { BODY_LIMITS, type Endpoint } from "./platform/http/contract/contract.ts";
import { addContentEncodingGuard } from "./platform/http/edge/content-encoding-guard.ts";
import { addCompression } from "./platform/http/edge/compression.ts";
import { addReadDeadline, serverTimeouts } from "./platform/http/edge/deadlines.ts";
import { sendFailure } from "./platform/http/output/error-handler.ts";
import { addGuards, answerUnroutable, guardUnknown } from "./platform/http/guard.ts";
import { addSecurityHeaders } from "./platform/http/edge/security-headers.ts";
import { addHostCheck } from "./platform/http/edge/host-header.ts";
import { addRefusalLog } from "./platform/http/edge/refusal-log.ts";
import { addHealth } from "./platform/http/edge/health.ts";
import { addRouteGroup } from "./platform/http/route-group.ts";
import { addProxyWarning } from "./platform/http/edge/proxy-warning.ts";
import { addDiskSpaceGuard } from "./platform/http/edge/disk-space-guard.ts";
import { queryPairs } from "./platform/http/input/query.ts";
import { makeRouter, type Router } from "./platform/http/router.ts";
import { tlsSettings } from "./platform/http/edge/tls-settings.ts";
import { sendClientError } from "./platform/http/edge/client-error.ts";
import { kioskArea } from "./areas/kiosk/routes.ts";
import { kioskPreviewArea } from "./areas/kiosk-preview/routes.ts";
import { newId } from "./platform/lib/record/ids.ts";
import { notFound } from "./platform/lib/errors.ts";
import { importRoutes } from "./resources/imports/routes.ts";
import { identityProviderRoutes } from "./resources/identity-provider/routes.ts";
import { invitationRoutes } from "./resources/registered-visitors/invitations/routes.ts";
import { liveRoutes, type StreamTiming } from "./resources/live/routes.ts";
import { loginProviderRoutes } from "./resources/login-providers/routes.ts";
import { locationRoutes } from "./resources/locations/routes.ts";
import { messageRoutes } from "./resources/messages/routes.ts";
import { addReference } from "./areas/reference/page.ts";
import { addMetrics } from "./platform/observe/metrics-route.ts";
import { addRequestSpans } from "./platform/observe/request-spans.ts";
import { addRequestMetrics } from "./platform/observe/request-metrics.ts";
import { notificationRoutes } from "./jobs/notifications/routes.ts";
import { registeredVisitorRoutes } from "./resources/registered-visitors/routes.ts";
import { ownVisitorRoutes } from "./resources/own-visitors/routes.ts";
import { groupRoutes } from "./resources/groups/routes.ts";
import { seriesRoutes } from "./resources/series/routes.ts";
import { reportRoutes } from "./resources/reports/routes.ts";
import { systemRoutes } from "./jobs/system/routes.ts";
import { addScim } from "./areas/scim/scim.ts";
import { secondFactorRoutes } from "./resources/second-factors/routes.ts";
import { sessionArea } from "./areas/sessions/routes.ts";
import { addSetup } from "./areas/setup/setup.ts";
import { timelineRoutes } from "./resources/visits/timeline/routes.ts";
import { rejectedSyncRoutes } from "./resources/rejected-syncs/routes.ts";
import { userRoutes } from "./resources/users/routes.ts";
import { visitTypeRoutes } from "./resources/visit-types/routes.ts";
import { visitorArea } from "./areas/visitor-pages/routes.ts";
import { visitRoutes } from "./resources/visits/routes.ts";
import { answerNowhere } from "./areas/web/nowhere.ts";
import { addWellKnown } from "./areas/web/well-known.ts";
import { addPages } from "./areas/web/pages.ts";
import { watchlistRoutes } from "./resources/watchlists/routes.ts";
import { webhookRoutes } from "./resources/webhooks/routes.ts";

/** The resources of the interface, one line each. */
const resources: readonly ((router: Router) => void)[] = [
  locationRoutes,
  visitRoutes,
  timelineRoutes,
  badgeRoutes,
  registeredVisitorRoutes,
  invitationRoutes,
  seriesRoutes,
  groupRoutes,
  ownVisitorRoutes,
  exportRoutes,
  archiveRoutes,
  importRoutes,
  watchlistRoutes,
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
  rejectedSyncRoutes,
  auditRoutes,
  userRoutes,
  secondFactorRoutes,
  apiKeyRoutes,
  identityProviderRoutes,
  directoryRoutes,
  loginProviderRoutes,
  systemRoutes,
  connectionRoutes,
];

/** Longer than any request line Node accepts: a long ID is an invalid one (`400`), not a path of its own. */
const PARAMETER_LENGTH_MAX = 65_536;

/** Everything below `/api`: guards first, then the resources, then their description. */
const addInterface = (app: FastifyInstance, context: Context, pace: StreamTiming | undefined): readonly Endpoint[] => {
  const endpoints: Endpoint[] = [];
  app.register(
    async (api) => {
      addGuards(api, context);
      addBodyParser(api, context);
      api.setNotFoundHandler(async (request) => {
        await guardUnknown(context, request);
        throw notFound("No such endpoint. See /docs or /api/openapi.json.", "no_such_endpoint");
      });
      const router = makeRouter(api, context, (endpoint) => endpoints.push(endpoint));
      for (const addResource of resources) addResource(router);
      liveRoutes(router, api, context, pace);
      // Written at the first request: it is long, and few processes are asked for it.
      let document: Buffer | undefined;
      api.get("/openapi.json", { config: { open: true } }, async (_request, reply) => {
        document ??= Buffer.from(JSON.stringify(describeInterface(endpoints, `${context.config.publicUrl}/api`)));
        return reply.type("application/json; charset=utf-8").send(document);
      });
    },
    { prefix: "/api" },
  );
  return endpoints;
};

/** A server with what every process has: error responses, health checks and metrics. */
const buildServer = (context: Context): FastifyInstance => {
  const { config, log } = context;
  const app = Fastify({
    // Fastify's own line about listening would come before the greeting.
    loggerInstance: log.child({}, { level: log.level === "info" ? "warn" : log.level }),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId(),
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // The limit for routes without one of their own: they accept nothing longer than a form.
    bodyLimit: BODY_LIMITS.small,
    exposeHeadRoutes: true,
    clientErrorHandler: sendClientError,
    frameworkErrors: (error, request, reply) => void answerUnroutable(context, error, request, reply),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: PARAMETER_LENGTH_MAX,
      querystringParser: (text) => queryPairs(text) as never,
    },
    http: serverTimeouts,
    ...(config.tls === undefined ? {} : { https: { ...config.tls, ...tlsSettings, ...serverTimeouts } }),
  }) as unknown as FastifyInstance;
  addRefusalLog(app, log);
  app.setErrorHandler(sendFailure);
  // A logger per request costs more than it is worth: the few lines about one include its ID (http/output/error-handler.ts).
  app.setChildLoggerFactory(() => log);
  addSecurityHeaders(app, context);
  addHostCheck(app);
  addRequestMetrics(app, context);
  addRequestSpans(app, context);
  addReadDeadline(app);
  addProxyWarning(app, context);
  addDiskSpaceGuard(app, context);
  addContentEncodingGuard(app);
  addCompression(app);
  addHealth(app, context);
  context.metrics.connections = () => countConnections(context);
  addMetrics(app, context);
  return app;
};

/** Builds the server of a process without requests (ROLE=worker): health checks and metrics. */
export const buildWorker = (context: Context): FastifyInstance => {
  const app = buildServer(context);
  app.setNotFoundHandler(() => {
    throw notFound(
      "This process only does background work (ROLE=worker). It serves /healthz, /readyz and /metrics.",
      "no_such_endpoint",
    );
  });
  return app;
};

/**
 * Builds the service without listening.
 * @param pace of the live events, for tests that can't wait for a heartbeat
 * @returns the app, and the endpoints of the interface as they were registered
 */
export const buildApp = (
  context: Context,
  pace?: StreamTiming,
): { app: FastifyInstance; endpoints: readonly Endpoint[] } => {
  const app = buildServer(context);
  app.setNotFoundHandler((request, reply) => answerNowhere(context, request, reply));
  addWellKnown(app, context);
  addSetup(app, context);
  addPages(app, context);
  addRouteGroup(app, context, approvalArea);
  addRouteGroup(app, context, shortLinkArea);
  addRouteGroup(app, context, kioskArea);
  addRouteGroup(app, context, kioskPreviewArea);
  addRouteGroup(app, context, visitorArea);
  addRouteGroup(app, context, sessionArea);
  addScim(app, context);
  const endpoints = addInterface(app, context, pace);
  addReference(app);
  return { app, endpoints };
};
