import { useEffect } from "react";

import { EVENTS } from "../../../shared/events.ts";
import { createStore, useIsOnline, useStore } from "../../shared/store.ts";
import { queryClient } from "./api.ts";
import { invalidateKinds, PEOPLE_QUERY_KINDS } from "./invalidation.ts";
import { forgetPosition, movePosition, positionOf } from "./log-position.ts";

/** An event of interface 6.2 as it arrives. */
export type LiveEvent = { eventName: string; companyId: string; [id: string]: unknown };
/** A browser hears only the kinds that it listens for. */
const EVENT_NAMES = Object.keys(EVENTS);

type StreamMessage =
  | { kind: "event"; event: LiveEvent; seq: number }
  /** `heard`: the last event that the tab which answers knows of. */
  | { kind: "state"; live: boolean; heard?: number }
  | { kind: "pulse" }
  | { kind: "missed" }
  | { kind: "refused" };

/** What each event makes old, by the second word of the queries' keys. A sign-in with a code changes who is expected as well. */
const INVALIDATED_KINDS: readonly [RegExp, readonly string[]][] = [
  [/^visitor_/, PEOPLE_QUERY_KINDS],
  [/^registered_visitor_/, ["registered-visitors"]],
  [/^company_/, ["location", "visit-types", "entry-points", "agreements"]],
  [/^device_/, ["devices"]],
];

/** Has everything that the event changed read again. */
const invalidateFor = ({ eventName, companyId }: LiveEvent): Promise<void> =>
  invalidateKinds(
    companyId,
    INVALIDATED_KINDS.filter(([pattern]) => pattern.test(eventName)).flatMap(([, kinds]) => kinds),
  );

const live = createStore(false);
const handlers = new Set<(event: LiveEvent) => void>();

/** What could not be read while the service was away is asked for again when it is back. */
const refetchFailed = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ state }) => state.status === "error" });

/** The session may have ended, or the location may be removed. */
const refetchSessionAndLocation = async (location: string): Promise<void> => {
  const queryKeys = [["me"], ["locations"], [location, "location"]];
  await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey, exact: true })));
};

let wasDisconnected = false;

const handleMessage = (word: StreamMessage, location: string): void => {
  if (word.kind === "state") {
    if (word.live && wasDisconnected) void refetchFailed();
    wasDisconnected = !word.live;
    return live.set(word.live);
  }
  if (word.kind === "pulse") return;
  if (word.kind === "missed") return void queryClient.invalidateQueries({ queryKey: [location] });
  if (word.kind === "refused") return void refetchSessionAndLocation(location);
  movePosition(location, word.seq);
  for (const handler of handlers) handler(word.event);
  void invalidateFor(word.event);
};

const LOOK_MS = 15_000;
/** A hidden page's timers come once a minute; what is later than that has slept. */
const SLEPT_MS = 90_000;

/** Calls when the computer wakes or has a network again: an earlier connection may be dead without an error. */
const onWake = (wake: () => void): (() => void) => {
  let last = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    if (now - last > SLEPT_MS) wake();
    last = now;
  }, LOOK_MS);
  globalThis.addEventListener("online", wake);
  return () => {
    clearInterval(timer);
    globalThis.removeEventListener("online", wake);
  };
};

const AGAIN_MS = 3000;
/** How often the service is asked for a sign of life, and how long the page waits for one: a cut cable says nothing by itself. */
const PULSE_SECONDS = 5;
const STALLED_MS = 15_000;

/** Calls when nothing was heard for too long. */
const watchStalledConnection = (silent: () => void): { heard: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const heard = (): void => {
    stop();
    timer = setTimeout(silent, STALLED_MS);
  };
  return { heard, stop };
};

/** Where a stream is. @param after the event after which it begins; undefined: now */
const streamAddress = (location: string, after: number | undefined): string =>
  `/api/companies/${location}/events?pulse=${PULSE_SECONDS}${after === undefined ? "" : `&lastEventId=${after}`}`;

/** Tells each event of a stream. */
const passEvents = (source: EventSource, location: string, tell: (word: StreamMessage) => void): void => {
  const onEvent = ({ data, lastEventId }: MessageEvent<string>): void =>
    tell({ kind: "event", event: JSON.parse(data) as LiveEvent, seq: Number(lastEventId) });
  for (const name of EVENT_NAMES) source.addEventListener(name, onEvent);
  // The log is another one, such as after a restore.
  source.addEventListener("stream_restarted", () => {
    forgetPosition(location);
    tell({ kind: "missed" });
  });
};

/**
 * Reads the stream of a location until it is told to stop. It begins where what was read of the location ends, so that nothing is missed
 * or read twice. What was missed while the browser was away comes first when it is back; what no stream has heard, since a new one had to
 * be opened, is read again once that one is open.
 * @param heard whether another stream was heard before
 */
const readStream = (location: string, tell: (word: StreamMessage) => void, heard: boolean): (() => void) => {
  let again: ReturnType<typeof setTimeout> | undefined;
  /** A service of before an upgrade may send none. */
  let pulses = false;
  const silence = watchStalledConnection(() => {
    if (stream.readyState === EventSource.OPEN && !pulses) return;
    tell({ kind: "state", live: false });
    reopen();
  });
  const open = (missed: boolean): EventSource => {
    const after = missed ? undefined : positionOf(location);
    const source = new EventSource(streamAddress(location, after));
    let isFirst = true;
    silence.heard();
    source.addEventListener("open", () => {
      tell({ kind: "state", live: true });
      if (isFirst && after === undefined) tell({ kind: "missed" });
      isFirst = false;
    });
    source.addEventListener("error", () => {
      tell({ kind: "state", live: false });
      // The browser comes back by itself after a lost connection, not after an answer that is no stream. Nor on a page that is being
      // left, which looks the same, and asks for nothing any more.
      if (source.readyState !== EventSource.CLOSED) return;
      again = setTimeout(() => {
        tell({ kind: "refused" });
        reopen();
      }, AGAIN_MS);
    });
    source.addEventListener("pulse", () => {
      pulses = true;
      silence.heard();
      // Without a network of its own a computer still reaches a service on itself.
      tell(live.get() ? { kind: "pulse" } : { kind: "state", live: true });
    });
    passEvents(source, location, (word) => {
      silence.heard();
      tell(word);
    });
    return source;
  };
  const reopen = (): void => {
    clearTimeout(again);
    stream.close();
    stream = open(true);
  };
  let stream = open(heard);
  const forget = onWake(reopen);
  return () => {
    forget();
    silence.stop();
    clearTimeout(again);
    stream.close();
  };
};

/**
 * Follows the events of a location. All tabs share one stream, since browsers allow six connections to a host: the tab that holds
 * the lock reads it and tells the others; when it goes, another takes over and everything is read again.
 */
const followLocation = (location: string): (() => void) => {
  const name = `foyer-live-${location}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const tell = (word: StreamMessage): void => {
    handleMessage(word, location);
    if (!ended.signal.aborted) channel.postMessage(word);
  };
  const began = positionOf(location) ?? -1;
  const answer = (): void => {
    const last = positionOf(location);
    const state: StreamMessage = { kind: "state", live: live.get(), ...(last === undefined ? {} : { heard: last }) };
    channel.postMessage(state);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<StreamMessage | "how is it">) => {
    if (data === "how is it") return void (isReader && answer());
    if (data.kind === "state" && data.heard !== undefined && !isAnswered) {
      isAnswered = true;
      // The other tab was told of it before this one listened.
      if (data.heard > began) handleMessage({ kind: "missed" }, location);
    }
    heard = true;
    if (!isReader) silence.heard();
    handleMessage(data, location);
  });
  let isReader = false;
  let isAnswered = false;
  let heard = false;
  /** The tab that reads may hang, or the browser may have put it to sleep. */
  const silence = watchStalledConnection(() => handleMessage({ kind: "state", live: false }, location));
  const onOffline = (): void => handleMessage({ kind: "state", live: false }, location);
  globalThis.addEventListener("offline", onOffline);
  const lead = (): Promise<void> =>
    new Promise((leave) => {
      isReader = true;
      silence.stop();
      const stop = readStream(location, tell, heard);
      ended.signal.addEventListener("abort", () => {
        stop();
        leave();
      });
    });
  channel.postMessage("how is it");
  // Without HTTPS browsers give no locks: then each tab reads a stream of its own.
  if (!("locks" in navigator)) void lead();
  else
    navigator.locks.request(name, { signal: ended.signal }, lead).catch((error: unknown) => {
      if (!ended.signal.aborted) throw error;
    });
  return () => {
    ended.abort();
    silence.stop();
    globalThis.removeEventListener("offline", onOffline);
    channel.close();
    live.set(false);
  };
};

/** Keeps what is read of this location true while the page is open. Once, in the shell. */
export const useLiveEvents = (location: string): void => {
  useEffect(() => (location === "" ? undefined : followLocation(location)), [location]);
};

/** Whether events arrive as they happen. */
export const useIsLive = (): boolean => useStore(live);

/** How the page stands to the service: it hears from it, it tries to, or the browser itself has no network. */
export type Connection = "live" | "reconnecting" | "offline";

/** Whether the page hears from the service, and why not. */
export const useConnection = (): Connection => {
  const isLive = useIsLive();
  const isOnline = useIsOnline();
  if (isLive) return "live";
  return isOnline ? "reconnecting" : "offline";
};

/** Calls the handler for each event while the page is open: for what is no query, such as the tint of a fresh row. */
export const useLiveEvent = (handler: (event: LiveEvent) => void): void => {
  useEffect(() => {
    handlers.add(handler);
    return () => void handlers.delete(handler);
  }, [handler]);
};
