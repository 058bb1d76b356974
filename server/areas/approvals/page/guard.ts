import type { FastifyRequest } from "fastify";

import { checkCounter, incrementCounter } from "../../../platform/auth/refusals.ts";
import type { Context } from "../../../platform/context.ts";
import { isForeignCall } from "../../../platform/http/edge/cookies.ts";
import { sourceOf } from "../../../platform/http/guard.ts";
import type { AdmittedCaller } from "../../../platform/http/route-group.ts";
import { forbidden } from "../../../platform/lib/errors.ts";
import { refusalSource } from "../../../platform/lib/net/ip-address.ts";
import { type LinkedVisit, readHostToken } from "../../../resources/messages/host-link.ts";
import { findShortLink } from "../../../resources/messages/short-link.ts";

/** The parameters of the page's address. */
export const queries = ({ query }: FastifyRequest): Map<unknown, unknown> => new Map(Array.isArray(query) ? query : []);

/** One of them; empty if it is absent. */
export const queryOf = (request: FastifyRequest, name: string): string => {
  const value = queries(request).get(name);
  return typeof value === "string" ? value : "";
};

/**
 * Whether a person opened the link, as far as the browser says. A picture in a page or email that has its address was
 * not opened by its reader, who must not be locked out by it. Clients that don't say are counted.
 */
const isOpened = (context: Context, request: FastifyRequest): boolean =>
  !isForeignCall(context, request) && (request.headers["sec-fetch-dest"] ?? "document") === "document";

/**
 * Admits the holder of a host's link, for its visit alone, even from an address that is refused elsewhere. A token that
 * isn't ours counts as a failure in its own counter (rules 5); an expired one is refused but not counted, because old
 * emails are opened again. Errors: `403`; `429` for an invalid one from an address with too many of them.
 */
const admit = async (
  context: Context,
  request: FastifyRequest,
  link: (LinkedVisit & { ended: boolean }) | undefined,
): Promise<AdmittedCaller> => {
  const { db, now } = context;
  const at = now();
  if (link === undefined || link.ended) {
    const counter = `decision:${refusalSource(sourceOf(request))}`;
    await checkCounter(db, counter, at);
    if (link !== undefined) throw forbidden("a decision link that has ended");
    if (isOpened(context, request)) await incrementCounter(db, counter, at);
    throw forbidden("no decision link");
  }
  const { location, visitId } = link;
  return {
    principal: { kind: "host_link", _id: visitId, name: "decision link", role: "employee", locations: [location] },
    location,
  };
};

/** Admits the holder of a long link. Errors: `403`, `429` as `admit`. */
export const guardHostLinks = (context: Context, request: FastifyRequest): Promise<AdmittedCaller> =>
  admit(context, request, readHostToken(context, queryOf(request, "token"), context.now()));

/** The code in the path of a short link. */
export const codeIn = ({ params }: FastifyRequest): string => String(Reflect.get(Object(params), "code") ?? "");

/** Admits the holder of a short link. Errors: `403`, `429` as `admit`. */
export const guardShortLinks = async (context: Context, request: FastifyRequest): Promise<AdmittedCaller> => {
  const link = await findShortLink(context.db, codeIn(request));
  return admit(context, request, link && { ...link, ended: link.expires <= context.now() });
};
