import type { IncomingHttpHeaders } from "node:http";

import type { FastifyInstance, FastifyRequest } from "fastify";

import { badRequest, bodyTooLarge, HttpError } from "../lib/errors.ts";
import { BODY_LIMITS } from "./contract.ts";
import { parseForm } from "./form.ts";
import { checkValue, parseJson, VALUES_MAX } from "./json-body.ts";
import { picturesLength } from "./pictures.ts";

/** Whether a request has a body, according to its headers. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;

const decoder = new TextDecoder("utf-8", { fatal: true });

const decode = (bytes: Buffer): string => {
  try {
    return decoder.decode(bytes);
  } catch {
    throw badRequest("The body must be UTF-8 text.", "unreadable_body");
  }
};

const mediaType = (request: FastifyRequest): string =>
  (request.headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";

const isJson = (type: string): boolean => type === "" || type === "application/json" || type.endsWith("+json");
const FORM = "application/x-www-form-urlencoded";

const unsupported = (type: string, accepted: readonly string[]): HttpError =>
  new HttpError(
    415,
    {
      message: `Content-Type must be ${accepted.join(" or ")}, not ${type.slice(0, 100)}.`,
      code: "unsupported_media_type",
    },
    "content type",
  );

/** A form body: its values are text, to be converted to the documented types. */
export class FormBody {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** A body with another declared media type, as text. */
export class TextBody {
  readonly type: string;
  readonly text: string;

  constructor(type: string, text: string) {
    this.type = type;
    this.text = text;
  }
}

/** The content of a body, whatever its media type. */
export const contentOf = (body: unknown): unknown =>
  body instanceof FormBody ? body.value : body instanceof TextBody ? body.text : body;

/** The most values in a bulk upload: its 16 MiB are tens of thousands of records of a dozen keys each. */
const UPLOAD_VALUES_MAX = 1_000_000;

const readJson = (request: FastifyRequest, text: string): unknown =>
  parseJson(text, request.routeOptions.bodyLimit === BODY_LIMITS.upload ? UPLOAD_VALUES_MAX : VALUES_MAX);

/** A "form" that begins with a bracket is the JSON of a client that forgot its header (rules 2). */
const BRACKET = /^\s*(?:\{|\[(?!\]=))/;

/**
 * Reads a body by its media type (rules 2). An empty one may have any type. Errors: `400` malformed; `413` too large
 * without its pictures (rules 2), before it is parsed; `415` another type.
 */
const readBody = (request: FastifyRequest, bytes: Buffer): unknown => {
  if (bytes.length === 0) return undefined;
  const type = mediaType(request);
  const { consumes = [], pictureless = Infinity } = request.routeOptions.config.endpoint ?? {};
  const isTaken = consumes.includes(type);
  if (!isTaken && !isJson(type) && type !== FORM) throw unsupported(type, ["application/json", FORM, ...consumes]);
  const text = decode(bytes);
  if (isTaken) {
    checkValue(text);
    return new TextBody(type, text);
  }
  const asJson = type !== FORM || BRACKET.test(text);
  if (bytes.length > pictureless && bytes.length - picturesLength(text, asJson, pictureless) > pictureless)
    throw bodyTooLarge();
  return asJson ? readJson(request, text) : new FormBody(parseForm(text));
};

/** Has Fastify read every body with `readBody`, whatever its type. */
export const addBodyParser = (app: FastifyInstance): void => {
  // Fastify refuses an unknown media type before it looks for a body; an empty body may have any (rules 2).
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    if (!hasBody(headers) || headers["content-type"]?.trim() === "") delete headers["content-type"];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, async (request: FastifyRequest, bytes: Buffer) =>
    readBody(request, bytes),
  );
};
