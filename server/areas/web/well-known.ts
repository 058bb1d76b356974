import type { FastifyInstance } from "fastify";

import type { Context } from "../../platform/context.ts";
import { notFound } from "../../platform/lib/errors.ts";

/** Nothing here is for search engines: visitors' links, kiosks, and a console behind a log-in. */
const ROBOTS = "User-agent: *\nDisallow: /\n";
const YEAR_MS = 365 * 86_400_000;

/**
 * `/robots.txt`, and `/.well-known/security.txt` (RFC 9116) with the contact of the setting SECURITY_CONTACT. Without
 * one there is no file: an invented contact would lose reports.
 */
export const addWellKnown = (app: FastifyInstance, { config, now }: Pick<Context, "config" | "now">): void => {
  app.get("/robots.txt", (_request, reply) => reply.type("text/plain; charset=utf-8").send(ROBOTS));
  app.get("/.well-known/security.txt", (_request, reply) => {
    const { securityContact: contact, publicUrl } = config;
    if (contact === undefined)
      throw notFound("No contact for security reports is published here (SECURITY_CONTACT).", "no_such_endpoint");
    const lines = [
      `Contact: ${contact}`,
      `Expires: ${new Date(now() + YEAR_MS).toISOString()}`,
      `Canonical: ${publicUrl}/.well-known/security.txt`,
    ];
    return reply.type("text/plain; charset=utf-8").send(`${lines.join("\n")}\n`);
  });
};
