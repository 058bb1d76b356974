import type { Socket } from "node:net";

import { BindRequest, ExtendedRequest, type SearchEntry } from "ldapts";

import { addressesOf, systemResolve } from "../outbound/addresses.ts";
import { type Deadline, startDeadline } from "../outbound/call-deadline.ts";
import { CallFailure } from "../outbound/call-failure.ts";
import { openConnection, startTls } from "../outbound/connection.ts";
import type { AllowedNetworks } from "../outbound/ssrf-guard.ts";
import type { Target } from "../outbound/target.ts";
import { exchange, type LdapResult } from "./exchange.ts";
import { resultFailure } from "./failure.ts";
import { readLdapTarget } from "./target.ts";

const CONNECT_MS_MAX = 10_000;
const CHECK_MS_MAX = 5_000;
const START_TLS = "1.3.6.1.4.1.1466.20037";

/** How to log in to a server. */
export type LdapAccess = {
  url: string;
  startTls: boolean;
  /** The certificate of the authority that the server's is from, as PEM; default: those that Node knows. */
  ca: string | undefined;
  /** Without it, the server shows what it shows to all. */
  login: { dn: string; password: string } | undefined;
};

type Request = Parameters<typeof exchange>[1];

/** An open session; its requests are sent one after the other. */
export type LdapSession = {
  /** Errors: LdapFailure for any result but success. */
  send: (make: (messageId: number) => Request, onEntry?: (entry: SearchEntry) => void) => Promise<LdapResult>;
  close: () => void;
};

const networksOf = (allowed: readonly string[]): AllowedNetworks => ({ allowed, setting: "CONNECT_ALLOWED_NETWORKS" });

const sessionOn = (socket: Socket, signal: AbortSignal | undefined, isLogin = false): LdapSession => {
  let sent = 0;
  return {
    send: async (make, onEntry) => {
      const result = await exchange(socket, make((sent += 1)), signal, onEntry);
      if (result.status !== 0) throw resultFailure(result.status, isLogin);
      return result;
    },
    close: () => socket.destroy(),
  };
};

const secured = async (socket: Socket, target: Target, access: LdapAccess, deadline: Deadline): Promise<Socket> => {
  if (!target.isSecure && !access.startTls) return socket;
  if (!target.isSecure)
    await sessionOn(socket, deadline.signal).send((messageId) => new ExtendedRequest({ messageId, oid: START_TLS }));
  return startTls(socket, target, deadline, access.ca === undefined ? {} : { ca: access.ca });
};

const logIn = async (socket: Socket, { login }: LdapAccess, signal: AbortSignal): Promise<void> => {
  if (login !== undefined)
    await sessionOn(socket, signal, true).send((messageId) => new BindRequest({ messageId, ...login }));
};

/**
 * Connects to a server, which must be at a public address or in `allowed` (CONNECT_ALLOWED_NETWORKS), and logs in.
 * @param signal ends it, and the session. Errors: LdapFailure, CallFailure
 */
export const openLdap = async (
  access: LdapAccess,
  allowed: readonly string[],
  signal?: AbortSignal,
): Promise<LdapSession> => {
  const target = readLdapTarget(access.url);
  const networks = networksOf(allowed);
  const deadline = startDeadline(CONNECT_MS_MAX, signal);
  let socket: Socket | undefined;
  try {
    const addresses = await addressesOf(target, { ...networks, resolve: systemResolve, signal: deadline.signal });
    socket = await openConnection({ ...target, isSecure: false }, addresses, { ...networks, deadline });
    socket = await secured(socket, target, access, deadline);
    await logIn(socket, access, deadline.signal);
    return sessionOn(socket, signal);
  } catch (error) {
    socket?.destroy();
    throw error;
  } finally {
    deadline.stop();
  }
};

/** Checks a URL that is to be saved; a name that doesn't resolve now is accepted. Errors: LdapFailure, CallFailure */
export const checkLdapUrl = async (url: string, allowed: readonly string[]): Promise<void> => {
  const target = readLdapTarget(url);
  const deadline = startDeadline(CHECK_MS_MAX, undefined);
  try {
    await addressesOf(target, { ...networksOf(allowed), resolve: systemResolve, signal: deadline.signal });
  } catch (error) {
    const isLater = error instanceof CallFailure && (error.kind === "unresolved" || error.kind === "timeout");
    if (!isLater) throw error;
  } finally {
    deadline.stop();
  }
};
