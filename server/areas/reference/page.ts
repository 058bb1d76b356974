import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";

import type { FastifyInstance } from "fastify";

import type { Context } from "../../platform/context.ts";
import { chooseCoding } from "../../platform/lib/net/accept-encoding.ts";
import { codedTag, matchingTag } from "../../platform/http/edge/conditional.ts";
import { PAGE_HEADERS } from "../../platform/http/output/html-page.ts";
import type { Endpoint } from "../../platform/http/contract/contract.ts";
import { describeInterface } from "./description.ts";
import type { Document } from "./document.ts";
import { referencePage } from "./view.ts";

const compress = promisify<Buffer, Buffer>(gzip);

type RenderedReference = { plain: Buffer; packed: Buffer; policy: string; tag: string };

const make = async (endpoints: readonly Endpoint[], server: string): Promise<RenderedReference> => {
  const { text, policy } = referencePage(describeInterface(endpoints, server) as Document);
  const plain = Buffer.from(text);
  const tag = createHash("sha256").update(plain).digest("base64url").slice(0, 22);
  return { plain, packed: await compress(plain), policy, tag: `"${tag}"` };
};

/**
 * The API reference at `/docs`: public, like the description it is made from. Made at the first request; browsers cache
 * it and revalidate.
 * @param endpoints of the interface, complete when the app is ready
 */
export const addReference = (app: FastifyInstance, context: Context, endpoints: readonly Endpoint[]): void => {
  let made: Promise<RenderedReference> | undefined;
  app.get("/docs", async (request, reply) => {
    made ??= make(endpoints, `${context.config.publicUrl}/api`);
    const { plain, packed, policy, tag } = await made;
    const coding = chooseCoding(request.headers["accept-encoding"], ["gzip"]);
    reply.headers({
      ...PAGE_HEADERS,
      "content-security-policy": policy,
      "cache-control": "no-cache",
      vary: "accept-encoding",
      etag: coding === undefined ? tag : codedTag(tag, coding),
    });
    if (matchingTag(request.headers["if-none-match"], tag) !== undefined) return reply.status(304).send();
    if (coding !== undefined) reply.header("content-encoding", coding);
    return reply.type("text/html; charset=utf-8").send(coding === undefined ? plain : packed);
  });
};
