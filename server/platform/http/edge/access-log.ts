import type { FastifyRequest } from "fastify";

import type { Context } from "../../context.ts";

/** A credential that keeps calling from one address is logged again after this time. */
const NOTED_MS = 3_600_000;
/** Addresses that are remembered; beyond that, all are forgotten and logged once more. */
const NOTED_MAX = 10_000;

/**
 * Logs which credential was accepted, and from where: its first call from an address, then one an hour. So a stolen key
 * is noticed (OWASP ASVS 5.0, 16.3.1), without a line for each request.
 * @returns a function to call with each request whose credential was accepted
 */
export const makeAccessLog = ({ log, now }: Pick<Context, "log" | "now">): ((request: FastifyRequest) => void) => {
  const noted = new Map<string, number>();
  return ({ principal, ip, id }) => {
    if (principal === undefined) return;
    const key = `${principal.kind} ${principal._id} ${ip}`;
    const at = now();
    const last = noted.get(key);
    if (last !== undefined && at - last < NOTED_MS) return;
    if (noted.size >= NOTED_MAX) noted.clear();
    noted.set(key, at);
    log.info(
      { requestId: id, principal: { kind: principal.kind, id: principal._id }, address: ip },
      "credential accepted",
    );
  };
};
