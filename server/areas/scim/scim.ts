import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../../platform/context.ts";
import { addBodyParser } from "../../platform/http/input/body.ts";
import { BODY_LIMITS } from "../../platform/http/contract/contract.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { requestDatabase } from "../../platform/http/request-database.ts";
import { readDirectory } from "../../resources/directories/directories.ts";
import * as discovery from "./discovery.ts";
import { noSuch, ScimError, SCIM_TYPE, sendScimFailure } from "./errors.ts";
import * as groups from "./groups.ts";
import { admitDirectory } from "./guard.ts";
import { readOperations } from "./patch.ts";
import { project, readListQuery, readProjection } from "./query.ts";
import { addRecording, noteDetail } from "./recording.ts";
import * as users from "./users.ts";
import type { ScimCall, Written } from "./users.ts";
import type { Resource } from "./values.ts";

const PREFIX = "/scim/v2";

/** The answer to a request. @property undone what was left undone, for the list of requests */
type Answer = { status: number; body?: object; location?: unknown; undone?: readonly string[] };
type Handler = (call: ScimCall, request: FastifyRequest, id: string) => Promise<Answer> | Answer;

const idOf = ({ params }: FastifyRequest): string => String(Reflect.get(Object(params), "id") ?? "");

const contextOf = (context: Context, request: FastifyRequest): RequestContext => {
  const { principal } = request;
  if (principal === undefined) throw new Error("a SCIM route was reached without a directory");
  const db = requestDatabase(context, principal, request);
  return { context, db, principal, now: context.now(), requestId: request.id };
};

const send = (reply: FastifyReply, { status, body, location, undone = [] }: Answer): FastifyReply => {
  noteDetail(reply.request, [...new Set(undone)].join(", "));
  if (typeof location === "string") reply.header("location", location);
  reply.status(status);
  return body === undefined ? reply.send() : reply.type(SCIM_TYPE).send(JSON.stringify(body));
};

const respond =
  (context: Context, handler: Handler) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const ctx = contextOf(context, request);
    const directory = await readDirectory(ctx, ctx.principal._id);
    const call = { ctx, directory, base: `${context.config.publicUrl}${PREFIX}` };
    return send(reply, await handler(call, request, idOf(request)));
  };

const ok = (body: object): Answer => ({ status: 200, body });
const changed = ({ resource, problems }: Written): Answer => ({ status: 200, body: resource, undone: problems });
const done = (undone: readonly string[]): Answer => ({ status: 204, undone });

const created = ({ resource, problems }: Written): Answer => ({
  status: 201,
  body: resource,
  location: Reflect.get(Object(resource["meta"]), "location"),
  undone: problems,
});

const shown = async (resource: Promise<Resource>, request: FastifyRequest): Promise<Answer> =>
  ok(project(await resource, readProjection(request)));

/** The paths and what they do; other methods on them are `405`. */
export const SCIM_ROUTES: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  "/ServiceProviderConfig": { GET: ({ base }) => ok(discovery.providerConfig(base)) },
  "/ResourceTypes": { GET: ({ base }) => ok(discovery.readResourceTypes(base)) },
  "/ResourceTypes/:id": { GET: ({ base }, _request, id) => ok(discovery.readResourceTypes(base, id)) },
  "/Schemas": { GET: ({ base }) => ok(discovery.readSchemas(base)) },
  "/Schemas/:id": { GET: ({ base }, _request, id) => ok(discovery.readSchemas(base, id)) },
  "/Users": {
    GET: async (call, request) => ok(await users.listUsers(call, readListQuery(request))),
    POST: async (call, request) => created(await users.createUser(call, request.body)),
  },
  "/Users/:id": {
    GET: (call, request, id) => shown(users.readUserById(call, id), request),
    PUT: async (call, { body }, id) => changed(await users.replaceUser(call, id, body)),
    PATCH: async (call, { body }, id) => changed(await users.changeUser(call, id, readOperations(body))),
    DELETE: async (call, _request, id) => done(await users.deleteUser(call, id)),
  },
  "/Groups": {
    GET: async (call, request) => ok(await groups.listGroups(call, readListQuery(request))),
    POST: async (call, request) => created(await groups.createGroup(call, request.body)),
  },
  "/Groups/:id": {
    GET: (call, request, id) => shown(groups.readGroupById(call, id), request),
    PUT: async (call, { body }, id) => changed(await groups.replaceGroup(call, id, body)),
    PATCH: async (call, { body }, id) => done(await groups.changeGroup(call, id, readOperations(body))),
    DELETE: async (call, _request, id) => done(await groups.deleteGroup(call, id)),
  },
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

const wrongMethod: Handler = () => {
  throw new ScimError(405, "This path doesn't have this method.");
};

/** Adds the SCIM server at `/scim/v2` (RFC 7643 and 7644): a directory sends its people and groups, which apply at once. */
export const addScim = (app: FastifyInstance, context: Context): void => {
  app.register(
    async (area) => {
      area.decorateRequest("principal", undefined);
      area.decorateRequest("location", "");
      area.decorateRequest("clock", undefined);
      area.setErrorHandler(sendScimFailure);
      area.addHook("onRequest", async (request, reply) => {
        reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
        await admitDirectory(context, request);
      });
      addRecording(area, context, PREFIX);
      addBodyParser(area, context);
      area.setNotFoundHandler(() => {
        throw noSuch();
      });
      for (const [url, handlers] of Object.entries(SCIM_ROUTES))
        for (const method of METHODS)
          area.route({
            method,
            url,
            bodyLimit: BODY_LIMITS.plain,
            handler: respond(context, handlers[method] ?? wrongMethod),
          });
    },
    { prefix: PREFIX },
  );
};
