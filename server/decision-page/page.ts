import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { checkCounter, countOne } from "../auth/refusals.ts";
import type { Context } from "../context.ts";
import { decideByLink, readPhoto, readScreened } from "../decisions/decisions.ts";
import { contentOf } from "../http/body.ts";
import type { Act } from "../http/call.ts";
import { isForeignCall } from "../http/cookies.ts";
import { record, toHttpError } from "../http/failures.ts";
import { sourceOf } from "../http/guard.ts";
import type { Area, Entered } from "../http/outside.ts";
import { sendPage } from "../http/page.ts";
import { refusalSource } from "../lib/address.ts";
import { notFound, refused } from "../lib/errors.ts";
import { type Choice, type Decided, readDecisionToken } from "../messages/decision-link.ts";
import { type Language, mailLanguage } from "../messages/language.ts";
import { addressOf, endedPage, failedPage, tooManyPage, visitPage } from "./view.ts";

/** Two words and a button's name. */
const FORM_BYTES_MAX = 4 * 1024;

const queryOf = (request: FastifyRequest, name: string): string => {
  const value: unknown = new Map(Array.isArray(request.query) ? request.query : []).get(name);
  return typeof value === "string" ? value : "";
};

/** The browser's first language, for a page that is about nobody. */
const browserLanguage = ({ headers }: FastifyRequest) =>
  mailLanguage(headers["accept-language"]?.split(/[,;]/, 1)[0]?.trim());

/**
 * Whether the link was opened, as far as the browser says: a picture in a page or mail that names it is not opened by its reader, who
 * must not be kept out by it. Programs that say nothing of it are counted.
 */
const isOpened = (context: Context, request: FastifyRequest): boolean =>
  !isForeignCall(context, request) && (request.headers["sec-fetch-dest"] ?? "document") === "document";

/**
 * Lets in the holder of a link that decides on a visit, for that visit alone; whatever their address was refused for. A token that is
 * none of ours is counted, in a counter of its own (decisions 5); one whose time has passed is refused and not counted: mails are
 * opened again.
 * Errors: `403`; `429` for a bad one from a source with too many refusals.
 */
const guardDecisions = async (context: Context, request: FastifyRequest): Promise<Entered> => {
  const { db, now } = context;
  const at = now();
  const decided = readDecisionToken(context, queryOf(request, "token"), at);
  if (decided === undefined || decided.ended) {
    const counter = `decision:${refusalSource(sourceOf(request))}`;
    await checkCounter(db, counter, at);
    if (decided !== undefined) throw refused("a decision link that has ended");
    if (isOpened(context, request)) await countOne(db, counter, at);
    throw refused("no decision link");
  }
  const { location, visitId } = decided;
  return {
    who: { kind: "host_link", _id: visitId, name: "decision link", role: "employee", locations: [location] },
    location,
  };
};

/** The language that was chosen on the page. */
const languageIn = (request: FastifyRequest): Language | undefined => {
  const asked = queryOf(request, "language_id");
  return asked === "" ? undefined : mailLanguage(asked);
};

type Let = Act & Decided;

const letIn = (context: Context, request: FastifyRequest): Let => {
  const { who, location, id } = request;
  if (who === undefined) throw new Error("a page was reached without passing the guard");
  return { context, db: context.db, who, now: context.now(), requestId: id, location, visitId: who._id };
};

const isChoice = (value: unknown): value is Choice => value === "approve" || value === "reject";

const answer = async (
  act: Let,
  request: FastifyRequest,
  reply: FastifyReply,
  unchosen = false,
): Promise<FastifyReply> => {
  const asked = languageIn(request);
  const visit = await readScreened(act.db, act.location, act.visitId, asked);
  if (visit === undefined) return sendPage(reply, 403, endedPage(browserLanguage(request)));
  const shown = { visit, token: queryOf(request, "token"), asked, now: act.now };
  const choice = queryOf(request, "choice") === "reject" ? "reject" : "approve";
  return sendPage(reply, unchosen ? 400 : 200, visitPage(shown, choice, unchosen));
};

const takeChoice = async (act: Let, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const choice: unknown = Reflect.get(Object(contentOf(request.body)), "choice");
  if (!isChoice(choice)) return answer(act, request, reply, true);
  await decideByLink(act, act.location, act.visitId, choice === "approve" ? "approved" : "rejected");
  // So that loading the page again sends nothing again.
  return reply.redirect(addressOf({ token: queryOf(request, "token"), asked: languageIn(request) }), 303);
};

const sendPhoto = async (act: Let, reply: FastifyReply): Promise<FastifyReply> => {
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
  record(request, failure, error);
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
 * scanners open links. Pressing a button does, once (product: host; interface 3).
 */
export const decisionArea: Area = {
  prefix: "/decide",
  guard: guardDecisions,
  routes: (_router, app, context) => addPages(app, context),
};
