import type { LoggedEvent } from "./store.ts";

/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;

/** The text of an event on the stream, its number in the log, and the hosts of the visitor it is about, if any. */
export type Frame = { seq: number; text: string; hosts: LoggedEvent["hosts"] };

/**
 * The beginning of a stream: how soon to reconnect, and the number it begins after, so that a client cut off before the
 * first event misses nothing. Clients don't treat a block without data as an event.
 */
export const opening = (after: number): string => `retry: ${RETRY_MS}\nid: ${after}\n\n`;

/**
 * Tells a client that its position isn't in this log: its data may be out of date, and it must read everything again.
 */
export const restart = (location: string): string =>
  `event: stream_restarted\ndata: ${JSON.stringify({ eventName: "stream_restarted", companyId: location })}\n\n`;

/** Keeps proxies from closing an idle stream, and shows the client that it is alive. */
export const HEARTBEAT = ": heartbeat\n\n";

/**
 * The same as an event, for clients such as EventSource that can't see comments; it has no ID, and says nothing about
 * the location.
 */
export const PULSE = "event: pulse\ndata: {}\n\n";

/** The events among entries of a location's log, each as a block of the stream. */
export const framesOf = (location: string, entries: readonly LoggedEvent[]): Frame[] =>
  entries.flatMap(({ seq, event, ids, hosts }) => {
    if (event === null) return [];
    const data = JSON.stringify({ eventName: event, companyId: location, ...ids });
    return [{ seq, hosts, text: `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n` }];
  });
