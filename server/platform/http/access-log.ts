import type { FastifyRequest } from "fastify";

import type { Context } from "../context.ts";

/** A credential that goes on calling from one address is noted again after so long. */
const NOTED_MS = 3_600_000;
/** Addresses that are remembered; beyond, all are forgotten and noted once more. */
const NOTED_MAX = 10_000;

/**
 * Notes in the log who was let in, and from where: the first call of a credential from an address, and one an hour after it. Each
 * call would be a line a request; so a key that is used from elsewhere stands out (OWASP ASVS 5.0, 16.3.1).
 * @returns to be called with each request whose credential was accepted
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
