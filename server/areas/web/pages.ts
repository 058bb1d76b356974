import { randomBytes } from "node:crypto";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../../platform/context.ts";
import { cookieOf, SESSION_COOKIE } from "../../platform/http/edge/cookies.ts";
import { FONTS } from "../../platform/lib/text/fonts.ts";
import { chooseAccepted } from "../../platform/lib/text/language.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { DEMO, FACES, NONCE, pageHeaders } from "./faces.ts";
import { type WebFiles, webFiles } from "./files.ts";
import { answerNowhere, languageOf } from "./nowhere.ts";
import { linksToFirstReads, readPreloads } from "./preloads.ts";

const YEAR_SECONDS = 31_536_000;
const DAY_SECONDS = 86_400;

type FacePage = { face: string; path: string };

/** What was chosen in the console is no choice for a kiosk or a visitor's phone. */
const languageFor = (settings: Pick<Context, "config">, face: string, request: FastifyRequest): string =>
  face === "console" ? languageOf(settings, request) : chooseAccepted(request.headers["accept-language"]);

/** Sends the HTML of a face, with what the page and the reader's language need besides. */
const faceSender = async (settings: Pick<Context, "config">, files: WebFiles) => {
  const preloadsOf = await readPreloads(files);
  return async ({ face, path }: FacePage, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const nonce = randomBytes(16).toString("base64");
    const { bytes, type } = await files.read(`/${face}/index.html`, "");
    const reads = cookieOf(settings, request, SESSION_COOKIE) === undefined ? "" : linksToFirstReads(request.url);
    const links = `${reads}\n${preloadsOf(face, languageFor(settings, face, request), request.url)}`;
    return reply
      .headers({ ...pageHeaders(face, path, nonce), vary: "accept-language, cookie" })
      .type(type)
      .send(bytes.toString("utf8").replaceAll(NONCE, nonce).replace("</head>", `${links}\n</head>`));
  };
};

/** A worker has the policy of its own file: it loads and calls only our own addresses. */
const FILE_POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const sendFile = async (
  settings: Pick<Context, "config">,
  files: WebFiles,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  const path = new URL(request.url, "http://foyer").pathname;
  if (!files.has(path)) return answerNowhere(settings, request, reply);
  const file = await files.read(path, request.headers["accept-encoding"] ?? "");
  // The names of assets contain a digest of their content; the other files keep their names.
  const lasting = path.startsWith("/assets/") ? `public, max-age=${YEAR_SECONDS}, immutable` : "no-cache";
  if (file.encoding !== undefined) reply.header("content-encoding", file.encoding);
  return reply
    .headers({
      "content-security-policy": FILE_POLICY,
      "cache-control": lasting,
      vary: "accept-encoding",
      "x-content-type-options": "nosniff",
    })
    .type(file.type)
    .send(file.bytes);
};

/**
 * The font under a permanent name, for the pages that the service renders itself; without built pages there is none.
 */
const sendFont = async (files: WebFiles, name: string, reply: FastifyReply): Promise<FastifyReply> => {
  const path = files.find(`/assets/${name}-wght-normal-`);
  if (path === undefined) throw notFound("No font: the pages are not built");
  const { bytes, type } = await files.read(path, "");
  return reply
    .headers({ "cache-control": `public, max-age=${DAY_SECONDS}`, "x-content-type-options": "nosniff" })
    .type(type)
    .send(bytes);
};

const CLIENT = "/client.tgz";

/**
 * The typed client as an npm package: `npm install http://HOST/client.tgz`. Open, like the description it is made from.
 */
const sendClient = async (files: WebFiles, reply: FastifyReply): Promise<FastifyReply> => {
  if (!files.has(CLIENT)) throw notFound("No client: the pages are not built; see npm run web");
  const { bytes, type } = await files.read(CLIENT, "");
  return reply.headers({ "cache-control": "no-cache", "x-content-type-options": "nosniff" }).type(type).send(bytes);
};

/** The console at `/`, the kiosk at `/kiosk/`, the visitor pages at `/visit/`, and their files. */
export const addPages = (app: FastifyInstance, { config }: Pick<Context, "config">): void => {
  app.register(async (pages) => {
    const files = await webFiles(config.webDir);
    const sendFace = await faceSender({ config }, files);
    for (const [face, paths] of Object.entries(FACES)) {
      if (!files.has(`/${face}/index.html`)) continue;
      for (const path of paths)
        if (path !== DEMO || config.kioskDemo)
          pages.get(path, (request, reply) => sendFace({ face, path }, request, reply));
    }
    for (const folder of ["/assets/*", "/kiosk/*", "/visit/*", "/sw.js"])
      pages.get(folder, (request, reply) => sendFile({ config }, files, request, reply));
    pages.get(CLIENT, (_request, reply) => sendClient(files, reply));
    for (const [name, { path }] of Object.entries(FONTS))
      pages.get(path, (_request, reply) => sendFont(files, name, reply));
  });
};
