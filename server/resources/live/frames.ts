import type { LoggedEvent } from "./store.ts";

/** How long a browser waits before it connects again. */
const RETRY_MS = 2_000;

/** The text of an event on the stream, and its number in the log. */
export type Frame = { seq: number; text: string };

/**
 * The beginning of a stream: how soon to come back, and the number it begins after, so that who is cut off before the first
 * event misses nothing either. A block without data is not an event to the client.
 */
export const opening = (after: number): string => `retry: ${RETRY_MS}\nid: ${after}\n\n`;

/** Tells a client that its position is not one of this log: what it has may be out of date, and it reads everything again. */
export const restart = (location: string): string =>
  `event: stream_restarted\ndata: ${JSON.stringify({ eventName: "stream_restarted", companyId: location })}\n\n`;

/** Keeps proxies from closing a stream on which nothing happens, and tells the client that it lives. */
export const HEARTBEAT = ": heartbeat\n\n";

/** The same as an event, for clients that hear no comments, such as EventSource; it has no id, and says nothing of the location. */
export const PULSE = "event: pulse\ndata: {}\n\n";

/** The events among entries of a location's log, each as a block of the stream. */
export const framesOf = (location: string, entries: readonly LoggedEvent[]): Frame[] =>
  entries.flatMap(({ seq, event, ids }) => {
    if (event === null) return [];
    const data = JSON.stringify({ eventName: event, companyId: location, ...ids });
    return [{ seq, text: `id: ${seq}\nevent: ${event}\ndata: ${data}\n\n` }];
  });
