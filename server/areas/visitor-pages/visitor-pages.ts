import type { FastifyRequest } from "fastify";

import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import type { Credential } from "../../platform/auth/credential.ts";
import {
  findExpected,
  findHosts,
  readDoor,
  readDoorAgreement,
  recognise,
  signInAtDoor,
  signOutAtDoor,
} from "../door/contract.ts";
import type { SignInPoint } from "../door/door.ts";
import { addDoorRoutes } from "../door/door-routes.ts";
import { readAnswerToken, readBadgeToken, readPosterToken } from "../../platform/auth/visitor-tokens.ts";
import { findPosted } from "../../resources/entry-points/poster.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Endpoint } from "../../platform/http/contract/contract.ts";
import { sourceOf } from "../../platform/http/guard.ts";
import type { AdmittedCaller } from "../../platform/http/route-group.ts";
import type { Router } from "../../platform/http/router.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import { pickText } from "../../platform/lib/text/texts.ts";
import { isInvitationToken } from "../../resources/messages/invitations/invitation-link.ts";
import { findInvited } from "../../resources/registered-visitors/invitations/find-invited.ts";
import * as contract from "./contract.ts";

type Context = RequestContext["context"];
type Kind = "poster" | "invitation" | "badge" | "answer";

/** Which endpoints each kind of link opens: it opens no others. */
const ACCEPTED = new Map<Endpoint, readonly Kind[]>([
  [contract.readInvitation, ["invitation"]],
  [contract.saveInvitation, ["invitation"]],
  [contract.addName, ["invitation"]],
  [contract.takeNameBack, ["invitation"]],
  [contract.readCalendar, ["invitation"]],
  [contract.readInvitationAgreement, ["invitation"]],
  [contract.readOwnData, ["invitation", "badge"]],
  [contract.readOwnSignature, ["invitation", "badge"]],
  [contract.requestErasure, ["invitation", "badge"]],
  [contract.readAnswerPage, ["answer"]],
  [contract.readAnswer, ["answer"]],
]);

/** How often one address can call with one link within 15 minutes, and all addresses together. */
const LIMITS = new Map<Endpoint, { word: string; each: number; all: number }>([
  [signInAtDoor, { word: "signin", each: 30, all: 200 }],
  [signOutAtDoor, { word: "signout", each: 60, all: 600 }],
  [findExpected, { word: "names", each: 10, all: 200 }],
  [recognise, { word: "codes", each: 60, all: 600 }],
  [findHosts, { word: "hosts", each: 300, all: 6_000 }],
  // Of one location, either can have megabytes.
  [readDoor, { word: "door", each: 120, all: 2_000 }],
  [readDoorAgreement, { word: "documents", each: 120, all: 2_000 }],
  [contract.readInvitationAgreement, { word: "documents", each: 120, all: 600 }],
  [contract.addName, { word: "group", each: 120, all: 600 }],
  [contract.takeNameBack, { word: "group", each: 120, all: 600 }],
  [contract.readOwnData, { word: "data", each: 120, all: 600 }],
  [contract.readOwnSignature, { word: "signed", each: 120, all: 600 }],
  [contract.readAnswerPage, { word: "answer", each: 120, all: 600 }],
]);

type TokenHolder = { principal: Credential; location: string };
/** `false`: it is ours, and has expired; undefined: it is not a token of this kind. */
type Reading = TokenHolder | false | undefined;

const holder = (kind: Exclude<Kind, "answer">, _id: string, name: string, location: string): TokenHolder => ({
  principal: { kind, _id, name, role: "employee", locations: [location] },
  location,
});

const readers: Record<Kind, (context: Context, token: string, now: number) => Promise<Reading> | Reading> = {
  poster: async (context, token) => {
    const posted = readPosterToken(context, token);
    if (posted === undefined) return undefined;
    const row = await findPosted(context, posted.location, posted.entryPoint, posted.generation);
    if (row === undefined) return false;
    return holder(
      "poster",
      row._id,
      pickText(row.name, { preferred: undefined, fallback: "en" }) ?? "poster",
      posted.location,
    );
  },
  invitation: async (context, token, now) => {
    if (!isInvitationToken(context, token)) return undefined;
    const invited = await findInvited(context.db, context, token, now);
    return invited !== undefined && holder("invitation", invited.registeredVisitorId, "invitation", invited.location);
  },
  badge: (context, token, now) => {
    const badge = readBadgeToken(context, token, now);
    if (badge === undefined) return undefined;
    // A token that only signs out opens no page.
    return badge.kind === "data" && !badge.ended && holder("badge", badge.visit, "badge", badge.location);
  },
  answer: (context, token, now) => {
    const waits = readAnswerToken(context, token, now);
    return waits && !waits.ended && holder("badge", waits.visit, "answer", waits.location);
  },
};

const KINDS: readonly Kind[] = ["poster", "invitation", "badge", "answer"];

const kindsFor = (endpoint: Endpoint | undefined): readonly Kind[] =>
  endpoint === undefined ? KINDS : (ACCEPTED.get(endpoint) ?? ["poster"]);

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^bearer\s+(\S+)\s*$/i.exec((request.headers.authorization ?? "").trim())?.[1];

/** Errors: `429` when there was too much of it with this link, or from this address. @param subject whose link it is */
const limit = async ({ db }: Context, endpoint: Endpoint | undefined, subject: string, source: string, now: number) => {
  const most = endpoint && LIMITS.get(endpoint);
  if (most === undefined) return;
  const { word, each, all } = most;
  await incrementCounter(db, `${word}:${subject}:${source}`, now, each);
  await incrementCounter(db, `${word}:${subject}`, now, all);
};

/** Errors: `403`; `429` for an address with too many refusals. */
const refuse = async (context: Context, source: string, reason: string, counted: boolean): Promise<never> => {
  const now = context.now();
  const counter = `visit:${source}`;
  await checkCounter(context.db, counter, now);
  if (counted) await incrementCounter(context.db, counter, now);
  throw forbidden(reason);
};

/**
 * Who calls the part of the service that visitors' own phones use: the holder of the link of a poster, an invitation or a badge,
 * each for its own endpoints alone. A token that is none of these is counted, in a counter of its own (rules 5); one that
 * was ours and has ended is refused and not counted: links are opened again. A good one is served whatever its address was refused for.
 * Errors: `403`; `429` for a bad one from a source with too many refusals, and beyond the limits of a link.
 */
export const guardVisitors = async (
  context: Context,
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
): Promise<AdmittedCaller> => {
  const now = context.now();
  const source = refusalSource(sourceOf(request));
  const token = bearerOf(request);
  for (const kind of kindsFor(endpoint)) {
    const found = await readers[kind](context, token ?? "", now);
    if (found === false) return refuse(context, source, `a link that has expired: ${kind}`, false);
    if (found === undefined) continue;
    await limit(context, endpoint, found.principal._id, source, now);
    return found;
  }
  if (token === undefined && request.headers.authorization === undefined)
    return refuse(context, source, "no link", false);
  return refuse(context, source, "no link for this", true);
};

/** The location and entrance of the scanned poster. */
const signInPointOf = async (ctx: RequestContext & { location: string }): Promise<SignInPoint> => ({
  location: ctx.location,
  entryPoint: ctx.principal._id,
  source: 2,
});

/** The endpoints of the page behind a poster. */
export const addPosterRoutes = (router: Router): void => addDoorRoutes(router, signInPointOf);
