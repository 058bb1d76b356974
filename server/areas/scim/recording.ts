import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Context } from "../../platform/context.ts";
import { isId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { recordRequest } from "../../resources/directories/requests.ts";

const details = new WeakMap<FastifyRequest, string>();

/** Says for the list of requests what was wrong with one, or what was left undone; without anything of a person. */
export const noteDetail = (request: FastifyRequest, detail: string): void => {
  if (detail !== "") details.set(request, detail);
};

/** The path of a request: an ID of ours, and nothing that could be of a person. */
const shownPath = ({ params, routeOptions }: FastifyRequest, prefix: string): string => {
  const id: unknown = Reflect.get(Object(params), "id");
  const route = (routeOptions.url ?? "…").replace(prefix, "");
  return route.replace(":id", isId(id) ? id : "…");
};

/** Records each request of a directory with its outcome before it is answered; the last 200 are kept. */
export const addRecording = (area: FastifyInstance, { db, now, log }: Context, prefix: string): void => {
  area.addHook("onSend", async (request, reply) => {
    const { principal, method } = request;
    if (principal === undefined) return;
    const detail = details.get(request) ?? null;
    const row = { at: iso(now()), method, path: shownPath(request, prefix), status: reply.statusCode, detail };
    // The answer is the same if it can't be recorded.
    await recordRequest({ db }, principal._id, row).catch(() => log.warn("a request of a directory was not recorded"));
  });
};
