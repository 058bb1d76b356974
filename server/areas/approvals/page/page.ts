import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { checkCounter, incrementCounter } from "../../../platform/auth/refusals.ts";
import type { Context } from "../../../platform/context.ts";
import { decideByLink, readPhoto, readScreenedVisit } from "../decisions.ts";
import { contentOf } from "../../../platform/http/body.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { isForeignCall } from "../../../platform/http/cookies.ts";
import { logFailure, toHttpError } from "../../../platform/http/error-handler.ts";
import { sourceOf } from "../../../platform/http/guard.ts";
import type { RouteGroup, AdmittedCaller } from "../../../platform/http/route-group.ts";
import { sendPage } from "../../../platform/http/html-page.ts";
import { refusalSource } from "../../../platform/lib/ip-address.ts";
import { notFound, forbidden } from "../../../platform/lib/errors.ts";
import { type Choice, type DecisionTarget, readDecisionToken } from "../../../resources/messages/decision-link.ts";
import { chooseAccepted, chooseLanguage } from "../../../platform/lib/language.ts";
import { addressOf, endedPage, failedPage, tooManyPage, visitPage } from "./view.ts";

/** Two words and a button's name. */
const FORM_BYTES_MAX = 4 * 1024;

const queryOf = (request: FastifyRequest, name: string): string => {
  const value: unknown = new Map(Array.isArray(request.query) ? request.query : []).get(name);
  return typeof value === "string" ? value : "";
};

/** The browser's language, for a page without a visitor. */
const browserLanguage = ({ headers }: FastifyRequest) => chooseAccepted(headers["accept-language"]);

/**
 * Whether the link was opened, as far as the browser says: a picture in a page or mail that names it is not opened by its reader, who
 * must not be kept out by it. Programs that say nothing of it are counted.
 */
const isOpened = (context: Context, request: FastifyRequest): boolean =>
  !isForeignCall(context, request) && (request.headers["sec-fetch-dest"] ?? "document") === "document";

/**
 * Lets in the holder of a link that decides on a visit, for that visit alone; whatever their address was refused for. A token that is
 * none of ours is counted, in a counter of its own (rules 5); one whose time has passed is refused and not counted: mails are
 * opened again.
 * Errors: `403`; `429` for a bad one from a source with too many refusals.
 */
const guardDecisions = async (context: Context, request: FastifyRequest): Promise<AdmittedCaller> => {
  const { db, now } = context;
  const at = now();
  const decided = readDecisionToken(context, queryOf(request, "token"), at);
  if (decided === undefined || decided.ended) {
    const counter = `decision:${refusalSource(sourceOf(request))}`;
    await checkCounter(db, counter, at);
    if (decided !== undefined) throw forbidden("a decision link that has ended");
    if (isOpened(context, request)) await incrementCounter(db, counter, at);
    throw forbidden("no decision link");
  }
  const { location, visitId } = decided;
  return {
    principal: { kind: "host_link", _id: visitId, name: "decision link", role: "employee", locations: [location] },
    location,
  };
};

/** The language that was chosen on the page. */
const languageIn = (request: FastifyRequest): string | undefined => {
  const asked = queryOf(request, "language_id");
  return asked === "" ? undefined : chooseLanguage(asked);
};

type DecisionRequest = RequestContext & DecisionTarget;

const letIn = (context: Context, request: FastifyRequest): DecisionRequest => {
  const { principal, location, id } = request;
  if (principal === undefined) throw new Error("a page was reached without passing the guard");
  return { context, db: context.db, principal, now: context.now(), requestId: id, location, visitId: principal._id };
};

const isChoice = (value: unknown): value is Choice => value === "approve" || value === "reject";

const answer = async (
  act: DecisionRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  unchosen = false,
): Promise<FastifyReply> => {
  const asked = languageIn(request);
  const visit = await readScreenedVisit(act.db, act.location, act.visitId, asked);
  if (visit === undefined) return sendPage(reply, 403, endedPage(browserLanguage(request)));
  const shown = { visit, token: queryOf(request, "token"), asked, now: act.now };
  const choice = queryOf(request, "choice") === "reject" ? "reject" : "approve";
  return sendPage(reply, unchosen ? 400 : 200, visitPage(shown, choice, unchosen));
};

const takeChoice = async (
  act: DecisionRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const choice: unknown = Reflect.get(Object(contentOf(request.body)), "choice");
  if (!isChoice(choice)) return answer(act, request, reply, true);
  await decideByLink(act, act.location, act.visitId, choice === "approve" ? "approved" : "rejected");
  // So that loading the page again sends nothing again.
  return reply.redirect(addressOf({ token: queryOf(request, "token"), asked: languageIn(request) }), 303);
};

const sendPhoto = async (act: DecisionRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const photo = await readPhoto(act.db, act.location, act.visitId);
  if (photo === undefined) throw notFound();
  return reply
    .headers({
      "content-type": photo.type,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(photo.bytes);
};

/** A person reads this, not a program: every failure is a page. */
const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = toHttpError(error);
  logFailure(request, failure, error);
  const language = browserLanguage(request);
  const page = failure.status === 429 ? tooManyPage : failure.status === 403 ? endedPage : failedPage;
  return sendPage(reply.headers(failure.headers), failure.status, page(language));
};

const addPages = (area: FastifyInstance, context: Context): void => {
  area.setErrorHandler(answerFailure);
  area.get("/", (request, reply) => answer(letIn(context, request), request, reply));
  area.post("/", { bodyLimit: FORM_BYTES_MAX }, (request, reply) =>
    takeChoice(letIn(context, request), request, reply),
  );
  area.get("/photo", (request, reply) => sendPhoto(letIn(context, request), reply));
};

/**
 * Where a host decides on a screened visitor, by the link of a mail or SMS and without a login. Opening it decides nothing: mail
 * scanners open links. Pressing a button does, once (interface 3).
 */
export const decisionArea: RouteGroup = {
  prefix: "/decide",
  guard: guardDecisions,
  routes: (_router, app, context) => addPages(app, context),
};
