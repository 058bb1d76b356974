import { isLive, setLive } from "./connection.ts";
import { readStream, type StreamMessage, watchStalledConnection } from "./live-stream.ts";
import { positionOf } from "../api/log-position.ts";

/** A new tab's question to the others, which tabs of an earlier version use, too. */
const STATE_REQUEST = "how is it";

type TabMessage = StreamMessage | typeof STATE_REQUEST;

/**
 * Calls back once this tab has the lock, which it keeps until the signal. Without HTTPS browsers have no locks: then
 * every tab has it.
 */
const onLock = (name: string, ended: AbortSignal, lead: () => void): void => {
  if (!("locks" in navigator)) return lead();
  const holdLock = (): Promise<void> =>
    new Promise((release) => {
      lead();
      ended.addEventListener("abort", () => release());
    });
  navigator.locks.request(name, { signal: ended }, holdLock).catch((error: unknown) => {
    if (!ended.aborted) throw error;
  });
};

const stateOf = (location: string): StreamMessage => {
  const last = positionOf(location);
  return { kind: "state", live: isLive(), ...(last === undefined ? {} : { heard: last }) };
};

/**
 * Follows the events of a location. All tabs share one stream, since browsers allow six connections per host: the tab
 * with the lock reads it and passes its messages on to the others; when it closes, another takes over and everything is
 * read again.
 * @param handle takes each message, whichever tab has read it
 * @returns a function that ends it
 */
export const followLocation = (location: string, handle: (message: StreamMessage) => void): (() => void) => {
  const name = `foyer-live-${location}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const firstPosition = positionOf(location) ?? -1;
  let isReader = false;
  let isAnswered = false;
  let hasFollowed = false;
  const disconnect = (): void => handle({ kind: "state", live: false });
  /** The leading tab may hang, or the browser may have put it to sleep. */
  const watch = watchStalledConnection(disconnect);
  const report = (message: StreamMessage): void => {
    handle(message);
    if (!ended.signal.aborted) channel.postMessage(message);
  };
  const follow = (message: StreamMessage): void => {
    if (message.kind === "state" && message.heard !== undefined && !isAnswered) {
      isAnswered = true;
      // The other tab received it before this one listened.
      if (message.heard > firstPosition) handle({ kind: "missed" });
    }
    hasFollowed = true;
    if (!isReader) watch.received();
    handle(message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<TabMessage>) => {
    if (data !== STATE_REQUEST) follow(data);
    else if (isReader) channel.postMessage(stateOf(location));
  });
  globalThis.addEventListener("offline", disconnect);
  channel.postMessage(STATE_REQUEST);
  onLock(name, ended.signal, () => {
    isReader = true;
    watch.stop();
    ended.signal.addEventListener("abort", readStream(location, hasFollowed, report));
  });
  return () => {
    ended.abort();
    watch.stop();
    globalThis.removeEventListener("offline", disconnect);
    channel.close();
    setLive(false);
  };
};
