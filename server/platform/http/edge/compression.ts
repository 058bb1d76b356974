import { pipeline, type Readable, type Transform } from "node:stream";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { chooseCoding, type Coding, refusesIdentity } from "../../lib/net/accept-encoding.ts";
import { codedTag } from "./conditional.ts";

/** Shorter responses fit one packet anyway (rules 2). */
const BYTES_MIN = 1024;
/**
 * A list of 50 visits (28 KB) takes 0.1 ms with either, and becomes an eighth; the next levels cost twice that for a
 * tenth.
 */
const BROTLI_QUALITY = 2;
const GZIP_LEVEL = 1;

/** Texts only: pictures, workbooks, PDFs and fonts are compressed already, and events must not wait for one another. */
const COMPRESSIBLE = /^(?:application\/(?:[\w.-]+\+)?json|text\/(?!event-stream))/;

const isStream = (payload: unknown): payload is Readable =>
  typeof payload === "object" && payload !== null && "pipe" in payload;

/** The bytes of a text are only counted if it has fewer characters than this: counting takes as long as sending. */
const isLong = (payload: unknown, least: number): boolean =>
  (typeof payload === "string" || Buffer.isBuffer(payload)) &&
  (payload.length >= least || Buffer.byteLength(payload) >= least);

/**
 * Whether a response may be compressed: one with a secret may not, because its length would reveal parts of it
 * (BREACH).
 */
const isCompressible = ({ routeOptions }: FastifyRequest, reply: FastifyReply): boolean =>
  COMPRESSIBLE.test(String(reply.getHeader("content-type") ?? "")) &&
  reply.getHeader("content-encoding") === undefined &&
  routeOptions.config.endpoint?.secret !== true;

const brotli = (bytes?: number) => ({
  flush: constants.BROTLI_OPERATION_FLUSH,
  params: {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    ...(bytes === undefined ? {} : { [constants.BROTLI_PARAM_SIZE_HINT]: bytes }),
  },
});

/** Each part of a stream is sent when it is written. */
const compressionStream = (coding: Coding): Transform =>
  coding === "br" ? createBrotliCompress(brotli()) : createGzip({ level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH });

type PackCallback = (error: Error | null, bytes: Buffer) => void;

const compress = (text: string | Buffer, coding: Coding, done: PackCallback): void => {
  if (coding === "gzip") return gzip(text, { level: GZIP_LEVEL }, done);
  const { params } = brotli(text.length);
  brotliCompress(text, { params }, done);
};

const varyByCoding = (reply: FastifyReply): void => {
  const before = String(reply.getHeader("vary") ?? "");
  if (!before.includes("accept-encoding"))
    reply.header("vary", before === "" ? "accept-encoding" : `${before}, accept-encoding`);
};

const mark = (reply: FastifyReply, coding: Coding): void => {
  const tag = reply.getHeader("etag");
  if (typeof tag === "string") reply.header("etag", codedTag(tag, coding));
  reply.header("content-encoding", coding).removeHeader("content-length");
};

/**
 * Compresses responses of more than 1 KB for clients that accept it (rules 2). Whole responses are compressed in zlib's
 * threads, not on the event loop.
 */
export const addCompression = (app: FastifyInstance): void => {
  app.addHook("onSend", (request, reply, payload, done) => {
    const accepted = request.headers["accept-encoding"];
    const least = refusesIdentity(accepted) ? 1 : BYTES_MIN;
    if (!(isStream(payload) || isLong(payload, least)) || !isCompressible(request, reply)) return done(null, payload);
    varyByCoding(reply);
    const coding = chooseCoding(accepted);
    if (coding === undefined) return done(null, payload);
    mark(reply, coding);
    if (isStream(payload))
      return done(
        null,
        pipeline(payload, compressionStream(coding), () => undefined),
      );
    compress(payload as string | Buffer, coding, done);
  });
};
