import { connect, isIPv6, type Socket } from "node:net";
import { connect as connectTls, type ConnectionOptions } from "node:tls";

import { canonicalAddress } from "../lib/net/ip-address.ts";
import { type Deadline, within } from "./call-deadline.ts";
import { CallFailure, nameOf } from "./call-failure.ts";
import type { Target } from "./target.ts";
import { type AllowedNetworks, refuseForbidden } from "./ssrf-guard.ts";

/** The most addresses of one family that are tried for a name. */
const TRIES_PER_FAMILY_MAX = 2;

type Limits = AllowedNetworks & { deadline: Deadline };

/** Waits for an event of the socket. Errors: the socket's or the deadline's; the socket is closed then. */
const waitForEvent = async (socket: Socket, event: string, signal: AbortSignal): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  // Never removed: an error after the call has no other listener, and would end the process.
  socket.on("error", reject);
  socket.once("close", () => reject(new Error("the connection was closed")));
  socket.once(event, () => resolve());
  try {
    await within(signal, promise);
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? signal.reason : error;
  }
};

/** Checks the socket's own peer address before anything is sent. */
const refuseOtherPeer = (socket: Socket, host: string, address: string, networks: AllowedNetworks): void => {
  const reached = canonicalAddress(socket.remoteAddress ?? "");
  if (reached === undefined || reached !== canonicalAddress(address))
    throw new CallFailure(
      "not_public",
      `The connection to ${host} reached a different address from the one that was checked.`,
    );
  refuseForbidden(host, [reached], networks);
};

/** @param ms after which the next address is tried; 0: as long as the deadline allows */
const connectOnce = async (target: Target, address: string, { deadline, ...networks }: Limits, ms: number) => {
  // A literal address: nothing is resolved a second time.
  const socket = connect({ host: address, port: target.port, autoSelectFamily: false });
  socket.setTimeout(ms, () => socket.destroy(new Error("connecting took too long")));
  await waitForEvent(socket, "connect", deadline.signal);
  socket.setTimeout(0);
  try {
    refuseOtherPeer(socket, target.host, address, networks);
  } catch (error) {
    socket.destroy();
    throw error;
  }
  return socket;
};

const firstOfEachFamily = (addresses: readonly string[]): readonly string[] =>
  [true, false]
    .flatMap((isV6) => addresses.filter((address) => isIPv6(address) === isV6).slice(0, TRIES_PER_FAMILY_MAX))
    .toSorted((a, b) => addresses.indexOf(a) - addresses.indexOf(b));

/** One address after the other, each with its share of the remaining time. */
const connectAny = async (target: Target, addresses: readonly string[], limits: Limits): Promise<Socket> => {
  const [address, ...others] = addresses;
  if (address === undefined) throw new CallFailure("unresolved", `The name ${target.host} did not resolve.`);
  const shareMs = others.length === 0 ? 0 : limits.deadline.remainingMs() / addresses.length;
  try {
    return await connectOnce(target, address, limits, Math.max(0, shareMs));
  } catch (error) {
    if (error instanceof CallFailure) throw error;
    if (others.length > 0) return connectAny(target, others, limits);
    throw new CallFailure("unreachable", `${target.authority} could not be reached (${nameOf(error)}).`, error);
  }
};

/**
 * Begins TLS on a connection. The certificate must be valid for the host of the URL, whatever the environment says about
 * certificates. Errors: CallFailure; the socket is closed then.
 */
export const startTls = async (
  socket: Socket,
  { host, isAddress }: Target,
  { signal }: Pick<Deadline, "signal">,
  options: Pick<ConnectionOptions, "ca" | "ALPNProtocols">,
): Promise<Socket> => {
  const named = isAddress ? {} : { servername: host.replace(/\.$/, "") };
  try {
    const secure = connectTls({ ...options, socket, host, ...named, rejectUnauthorized: true });
    await waitForEvent(secure, "secureConnect", signal);
    return secure;
  } catch (error) {
    socket.destroy();
    if (error instanceof CallFailure) throw error;
    const reason = error instanceof Error ? error.message : "";
    throw new CallFailure("tls", `No secure connection to ${host}: ${reason || nameOf(error)}.`, error);
  }
};

/**
 * Connects to one of the checked addresses, with TLS if the URL has it. The caller closes the socket.
 * @param addresses checked ones, in the order to try. Errors: CallFailure
 */
export const openConnection = async (target: Target, addresses: readonly string[], limits: Limits): Promise<Socket> => {
  const socket = await connectAny(target, firstOfEachFamily(addresses), limits);
  return target.isSecure ? startTls(socket, target, limits.deadline, { ALPNProtocols: ["http/1.1"] }) : socket;
};
