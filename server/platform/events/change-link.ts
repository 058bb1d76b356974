import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import type { Client, ClientConfig } from "pg";

import { makeClient } from "../db/embedded/client.ts";
import type { NotifierEnds } from "./change-notifier.ts";

const CHANNEL = "foyer_changed";
/**
 * The shortest time between two announcements. A NOTIFY within the writing transaction serialises all commits (0.40 of
 * the rate), so it is sent after them, on a connection of its own, for all changes since the last one.
 */
const PAUSE_MS = 50;
const RECONNECT_MS = 1_000;
const TIMEOUT_MS = 5_000;
/** A payload can have 8,000 bytes: a mark and this many IDs. */
const LOCATIONS_MAX = 300;

type Log = { warn(facts: object, message: string): void };

/** The changes that this process has to announce, and the mark by which it recognises its own announcements. */
type OutgoingChanges = { mark: string; pending: Set<string>; wakeUp: () => void };

const takeBatch = (pending: Set<string>): string[] => {
  const batch = [...pending].slice(0, LOCATIONS_MAX);
  for (const location of batch) pending.delete(location);
  return batch;
};

/** Announces collected changes until the connection is lost. */
const announce = async (client: Client, outgoing: OutgoingChanges, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const { mark, pending } = outgoing;
    if (pending.size === 0) await new Promise<void>((resolve) => (outgoing.wakeUp = resolve));
    if (signal.aborted) return;
    await client.query("select pg_notify($1, $2)", [CHANNEL, [mark, ...takeBatch(pending)].join(" ")]);
    // Stopping ends the pause.
    await pause(PAUSE_MS, undefined, { signal }).catch(() => undefined);
  }
};

/** One connection from its beginning to its end. */
const runConnection = async (
  notifier: NotifierEnds,
  connection: ClientConfig,
  outgoing: OutgoingChanges,
  stop: AbortSignal,
): Promise<void> => {
  const lost = new AbortController();
  const signal = AbortSignal.any([lost.signal, stop]);
  signal.addEventListener("abort", () => outgoing.wakeUp());
  const client = makeClient({
    ...connection,
    application_name: "foyer changes",
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  });
  // The query in progress fails, or the end follows.
  client.on("error", () => lost.abort());
  client.on("end", () => lost.abort());
  client.on("notification", ({ payload = "" }) => {
    const [mark, ...locations] = payload.split(" ");
    if (mark !== outgoing.mark) for (const location of locations) notifier.receive(location);
  });
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    // Readers found these changes by polling while there was no connection.
    outgoing.pending.clear();
    await announce(client, outgoing, signal);
  } finally {
    // A network that drops every packet must not delay the next attempt, or a stop.
    await Promise.race([client.end().catch(() => undefined), pause(TIMEOUT_MS, undefined, { ref: false })]);
  }
};

/**
 * Carries the changes of this process to the others on the same database, and theirs here: only IDs of locations are
 * sent. It reconnects when the connection is lost; until then, and behind a pooler without sessions, readers find
 * changes by polling once a second.
 * @returns how to stop it
 */
export const linkChangeNotifier = (
  notifier: NotifierEnds,
  connection: ClientConfig,
  log: Log,
): (() => Promise<void>) => {
  const stopping = new AbortController();
  const outgoing: OutgoingChanges = {
    mark: randomBytes(6).toString("hex"),
    pending: new Set(),
    wakeUp: () => undefined,
  };
  const unsubscribe = notifier.onLocal((location) => {
    outgoing.pending.add(location);
    outgoing.wakeUp();
  });
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await runConnection(notifier, connection, outgoing, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted)
          log.warn({ code: Object(error).code }, "the connection for announcements was lost; reconnecting");
      }
      await pause(RECONNECT_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    unsubscribe();
    stopping.abort();
    await running;
  };
};
