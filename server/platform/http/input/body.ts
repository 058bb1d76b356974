import type { IncomingHttpHeaders } from "node:http";
import type { Readable } from "node:stream";

import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Context } from "../../context.ts";
import { badRequest, bodyTooLarge, HttpError } from "../../lib/errors.ts";
import type { BodyReader } from "./bodies/body-reader.ts";
import type { BodyKind } from "./bodies/content.ts";
import { BODY_LIMITS } from "../contract/contract.ts";

/** Whether a request has a body, according to its headers. */
export const hasBody = (headers: IncomingHttpHeaders): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) !== 0;

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

/** The rows of a body that is a table, the first line included. */
export class TableBody {
  readonly rows: string[][];

  constructor(rows: string[][]) {
    this.rows = rows;
  }
}

/** A body that its handler reads as it arrives. Not part of what an Idempotency-Key stands for. */
export class StreamBody {
  readonly #payload: Readable;
  readonly #bytesMax: number;

  constructor(payload: Readable, bytesMax: number) {
    this.#payload = payload;
    this.#bytesMax = bytesMax;
  }

  /** Its bytes. Errors: `400` if its client ends it early, `413` above the limit. */
  async *pieces(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    let length = 0;
    try {
      // What is left of a refused body is read for as long as its client needs to see the answer.
      for await (const piece of this.#payload.iterator({ destroyOnReturn: false })) {
        length += piece.length;
        if (length > this.#bytesMax) break;
        yield piece;
      }
    } catch (error) {
      if (!this.#payload.errored) throw error;
      throw badRequest("The body ended early.", "unreadable_request");
    }
    if (length > this.#bytesMax) throw bodyTooLarge();
  }
}

/** The content of a body, whatever its media type. */
export const contentOf = (body: unknown): unknown =>
  body instanceof FormBody ? body.value : body instanceof TableBody ? body.rows : body;

const TABLE = "text/csv";

const kindOf = (type: string, consumes: readonly string[]): BodyKind => {
  if (type === TABLE && consumes.includes(TABLE)) return "table";
  if (type === FORM) return "form";
  if (!isJson(type)) throw unsupported(type, ["application/json", FORM, ...consumes]);
  return "json";
};

/** The bytes of a body as they arrive. Errors: `400` if its client ends it early; `413` above the limit, in bytes. */
const collect = async ({ headers, routeOptions }: FastifyRequest, payload: Readable): Promise<Uint8Array[]> => {
  const limit = routeOptions.bodyLimit ?? 0;
  let length = Number(headers["content-length"] ?? 0);
  if (length > limit) throw bodyTooLarge();
  const chunks: Uint8Array[] = [];
  length = 0;
  try {
    // What is left of a refused body is read for as long as its client needs to see the answer.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      length += chunk.length;
      if (length > limit) break;
      chunks.push(chunk);
    }
  } catch {
    throw badRequest("The body ended early.", "unreadable_request");
  }
  if (length > limit) throw bodyTooLarge();
  return chunks;
};

/**
 * Reads a body by its media type (rules 2). An empty one may have any type. Errors: `400` malformed; `413` too large
 * without its pictures (rules 2), before it is parsed; `415` another type; `503` too many long ones at once.
 */
const readBody = async (bodies: BodyReader, request: FastifyRequest, payload: Readable): Promise<unknown> => {
  const { endpoint } = request.routeOptions.config;
  if (endpoint?.streamed === true) {
    const type = mediaType(request);
    const { consumes = [] } = endpoint;
    if (type !== "" && !consumes.includes(type)) throw unsupported(type, consumes);
    return new StreamBody(payload, request.routeOptions.bodyLimit ?? 0);
  }
  const chunks = await collect(request, payload);
  if (chunks.length === 0) return undefined;
  const { bodyLimit, config } = request.routeOptions;
  const { consumes = [], pictureless = Infinity } = config.endpoint ?? {};
  const task = { chunks, kind: kindOf(mediaType(request), consumes), pictureless };
  const { kind, value } = await bodies.read({ ...task, isBulk: bodyLimit === BODY_LIMITS.upload });
  // Safe: a table has rows of text.
  if (kind === "table") return new TableBody(value as string[][]);
  return kind === "form" ? new FormBody(value) : value;
};

/** Has Fastify read every body with `readBody`, whatever its type. */
export const addBodyParser = (app: FastifyInstance, { bodies }: Context): void => {
  // Fastify refuses an unknown media type before it looks for a body; an empty body may have any (rules 2).
  app.addHook("onRequest", ({ headers }, _reply, done) => {
    if (!hasBody(headers) || headers["content-type"]?.trim() === "") delete headers["content-type"];
    done();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", async (request: FastifyRequest, payload: Readable) =>
    readBody(bodies, request, payload),
  );
};
