import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../../../platform/context.ts";
import {
  askColleague,
  canReply,
  decideByLink,
  findColleagues,
  type FormOutcome,
  type HostLinkTarget,
  readHostedVisit,
  readPhoto,
  replyByLink,
} from "../hosted-visits.ts";
import { contentOf } from "../../../platform/http/input/body.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { logFailure, toHttpError } from "../../../platform/http/output/error-handler.ts";
import type { RouteGroup } from "../../../platform/http/route-group.ts";
import { sendPage } from "../../../platform/http/output/html-page.ts";
import { notFound } from "../../../platform/lib/errors.ts";
import { type Choice, readHostToken } from "../../../resources/messages/host-link.ts";
import { chooseAccepted, chooseLanguage } from "../../../platform/lib/text/language.ts";
import type { Decision } from "../../../resources/visits/transitions.ts";
import { REJECTION_REASON_MAX } from "../../../../shared/rejection.ts";
import { guardHostLinks, queries, queryOf } from "./guard.ts";
import { addressOf, type HostPageState, endedPage, failedPage, tooManyPage, tooManyRepliesPage } from "./layout.ts";
import { colleaguePage } from "./replies.ts";
import { visitPage } from "./view.ts";

/** Room for the token, the language, a button's name, and a host's name or a reason. */
const FORM_BYTES_MAX = 4 * 1024;

const isAsked = (request: FastifyRequest, name: string): boolean => queries(request).has(name);

/** The browser's language, for a page without a visitor. */
const browserLanguage = ({ headers }: FastifyRequest) => chooseAccepted(headers["accept-language"]);

/** The language that was chosen on the page. */
const languageIn = (request: FastifyRequest): string | undefined => {
  const asked = queryOf(request, "language_id");
  return asked === "" ? undefined : chooseLanguage(asked);
};

type HostRequest = RequestContext & HostLinkTarget;

const hostRequestOf = (context: Context, request: FastifyRequest): HostRequest => {
  const { principal, id } = request;
  const now = context.now();
  const link = readHostToken(context, queryOf(request, "token"), now);
  if (principal === undefined || link === undefined) throw new Error("a page was reached without passing the guard");
  return { context, db: context.db, principal, now, requestId: id, ...link };
};

const isChoice = (value: unknown): value is Choice => value === "approve" || value === "reject";

/** The choice of the pressed button; the reason of a rejection is cut to the longest allowed. */
const decisionOf = (choice: Choice, reason: unknown): Decision =>
  choice === "approve"
    ? { approval: "approved" }
    : {
        approval: "rejected",
        ...(typeof reason === "string" && { reason: reason.slice(0, REJECTION_REASON_MAX).toWellFormed() }),
      };

const isReply = (value: unknown): value is "coming" | "wait" | "reception" =>
  value === "coming" || value === "wait" || value === "reception";

type OpenedPage = HostPageState & { ctx: HostRequest };

/** The state of a page; undefined if the visit is gone. */
const readPage = async (ctx: HostRequest, request: FastifyRequest): Promise<OpenedPage | undefined> => {
  const asked = languageIn(request);
  const visit = await readHostedVisit(ctx, ctx, asked);
  return visit && { visit, token: queryOf(request, "token"), asked, now: ctx.now, ctx };
};

const sendColleagues = async (shown: OpenedPage, response: FastifyReply, typed: string): Promise<FastifyReply> => {
  const { ctx, visit } = shown;
  const names = await findColleagues(ctx.db, ctx.location, visit.host, typed);
  return sendPage(response, 200, colleaguePage(shown, typed, names));
};

const showPage = async (ctx: HostRequest, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
  const shown = await readPage(ctx, request);
  if (shown === undefined) return sendPage(response, 403, endedPage(browserLanguage(request)));
  if (isAsked(request, "colleague") && canReply(shown.visit))
    return sendColleagues(shown, response, queryOf(request, "colleague"));
  return sendPage(response, 200, visitPage(shown, queryOf(request, "choice") === "reject" ? "reject" : "approve"));
};

/** Applies the pressed button. @returns useless if the page has no such button, or the named host does not exist */
const applyForm = async ({ ctx, visit }: OpenedPage, form: object): Promise<FormOutcome> => {
  const [choice, given, colleague]: unknown[] = ["choice", "reply", "colleague"].map((name) => Reflect.get(form, name));
  if (isChoice(choice) && visit.isScreened)
    return decideByLink(ctx, ctx, decisionOf(choice, Reflect.get(form, "rejection_reason")));
  if (isReply(given)) return replyByLink(ctx, ctx, given);
  return typeof colleague === "string" ? askColleague(ctx, ctx, colleague) : "useless";
};

const submitForm = async (ctx: HostRequest, request: FastifyRequest, response: FastifyReply): Promise<FastifyReply> => {
  const shown = await readPage(ctx, request);
  if (shown === undefined) return sendPage(response, 403, endedPage(browserLanguage(request)));
  const outcome = await applyForm(shown, Object(contentOf(request.body)));
  if (outcome === "useless") return sendPage(response, 400, visitPage(shown, "approve", true));
  if (outcome === "full") return sendPage(response, 429, tooManyRepliesPage(shown.visit.language));
  // A redirect, so that reloading the page does not submit the form again.
  return response.redirect(addressOf(shown), 303);
};

const sendPhoto = async (ctx: HostRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const visit = await readHostedVisit(ctx, ctx);
  const photo = visit?.hasPhoto === true ? await readPhoto(ctx.db, ctx.location, ctx.visitId) : undefined;
  if (photo === undefined) throw notFound();
  return reply
    .headers({
      "content-type": photo.type,
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    .send(photo.bytes);
};

/** People read this, not API clients: every failure is a page. */
export const answerFailure = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = toHttpError(error);
  logFailure(request, failure, error);
  const language = browserLanguage(request);
  const page = failure.status === 429 ? tooManyPage : failure.status === 403 ? endedPage : failedPage;
  return sendPage(reply.headers(failure.headers), failure.status, page(language));
};

const addPages = (area: FastifyInstance, context: Context): void => {
  area.setErrorHandler(answerFailure);
  area.get("/", (request, reply) => showPage(hostRequestOf(context, request), request, reply));
  area.post("/", { bodyLimit: FORM_BYTES_MAX }, (request, reply) =>
    submitForm(hostRequestOf(context, request), request, reply),
  );
  area.get("/photo", (request, reply) => sendPhoto(hostRequestOf(context, request), reply));
};

/**
 * The page where a host replies to a visitor, and approves or rejects one who needs approval, by the link of an email
 * or SMS and without a login. Opening it changes nothing, because mail scanners open links; pressing a button does. A
 * decision is made once (interface 3).
 */
export const approvalArea: RouteGroup = {
  prefix: "/decide",
  guard: guardHostLinks,
  routes: (_router, app, context) => addPages(app, context),
};
