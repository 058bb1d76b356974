import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";

import type { FastifyInstance } from "fastify";

import { PAGE_HEADERS } from "../../platform/http/output/html-page.ts";

const { resolve } = createRequire(import.meta.url);
const { version }: { version: string } = createRequire(import.meta.url)("swagger-ui-dist/package.json");
/** The version is in the address, so browsers keep the files. */
const FILES = `/docs/${version}`;
const TYPES = { "swagger-ui.css": "text/css; charset=utf-8", "swagger-ui-bundle.js": "text/javascript; charset=utf-8" };
const YEAR_SECONDS = 31_536_000;

/**
 * Calls go to the address at which the page was opened, which PUBLIC_URL needn't be: the policy allows no other. No
 * description is sent elsewhere to be validated.
 */
const START = `document.documentElement.classList.toggle("dark-mode", matchMedia("(prefers-color-scheme: dark)").matches);
SwaggerUIBundle({
  url: "/api/openapi.json", dom_id: "#reference", deepLinking: true, docExpansion: "list", filter: true,
  defaultModelsExpandDepth: -1, validatorUrl: null,
  requestInterceptor: (request) => {
    const { pathname, search } = new URL(request.url, location.origin);
    request.url = location.origin + pathname + search;
    return request;
  },
});`;

/** The style sheet contains its icons. */
const POLICY = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${createHash("sha256").update(START).digest("base64")}'`,
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>API reference · Foyer</title><link rel="stylesheet" href="${FILES}/swagger-ui.css"></head><body><main id="reference"></main><noscript><a href="/api/openapi.json">openapi.json</a></noscript><script src="${FILES}/swagger-ui-bundle.js"></script><script>${START}</script></body></html>`;

/** The API reference at `/docs`: Swagger UI over the description of the interface, public like that. It also sends calls. */
export const addReference = (app: FastifyInstance): void => {
  app.get("/docs", (_request, reply) =>
    reply
      .headers({ ...PAGE_HEADERS, "content-security-policy": POLICY, "cache-control": "no-cache" })
      .type("text/html; charset=utf-8")
      .send(PAGE),
  );
  for (const [name, type] of Object.entries(TYPES))
    app.get(`${FILES}/${name}`, async (_request, reply) =>
      reply
        .header("cache-control", `public, max-age=${YEAR_SECONDS}, immutable`)
        .type(type)
        .send(await readFile(resolve(`swagger-ui-dist/${name}`))),
    );
};
