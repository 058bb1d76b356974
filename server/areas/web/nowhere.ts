import type { FastifyReply, FastifyRequest } from "fastify";

import { LANGUAGE_COOKIE } from "../../../shared/languages.ts";
import consoleTexts from "../../../texts/en/console.json" with { type: "json" };
import sessionTexts from "../../../texts/en/sessions.json" with { type: "json" };
import type { Context } from "../../platform/context.ts";
import { cookieOf } from "../../platform/http/edge/cookies.ts";
import { logFailure } from "../../platform/http/output/error-handler.ts";
import { htmlPage, type HtmlPage, sendPage } from "../../platform/http/output/html-page.ts";
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { escapeHtml } from "../../platform/lib/text/html.ts";
import { chooseAccepted } from "../../platform/lib/text/language.ts";

type Settings = Pick<Context, "config">;

const textsOf = readCatalogue("console", consoleTexts);
const openOf = readCatalogue("sessions", sessionTexts);

/** The language of the reader: what was chosen in the console goes before what the browser accepts. */
export const languageOf = (settings: Settings, request: FastifyRequest): string =>
  chooseAccepted(
    [cookieOf(settings, request, LANGUAGE_COOKIE) ?? [], request.headers["accept-language"] ?? []].flat().join(","),
  );

/** Browsers ask for HTML when an address is opened; programs take anything, or JSON. */
const opensPage = ({ method, headers }: FastifyRequest): boolean =>
  (method === "GET" || method === "HEAD") && /\btext\/html\b/.test(headers.accept ?? "");

const nowherePage = ({ config }: Settings, language: string): HtmlPage => {
  const { nowhere, nowhereHelp } = textsOf(language);
  const home = `<a href="${escapeHtml(config.publicUrl)}/">${openOf(language).open}</a>`;
  return htmlPage(nowhere, `<h1>${nowhere}</h1>\n<p>${nowhereHelp}</p>\n<p>${home}</p>`, language);
};

/** Answers an address that leads nowhere: for a browser with a page and the way home. Errors: `404` for programs. */
export const answerNowhere = (settings: Settings, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const failure = notFound("There's nothing here. The API is under /api and documented at /docs.", "no_such_endpoint");
  if (!opensPage(request)) throw failure;
  logFailure(request, failure, failure);
  reply.header("vary", "accept, accept-language, cookie");
  return sendPage(reply, 404, nowherePage(settings, languageOf(settings, request)));
};
