import { EVENTS } from "../../../../shared/events.ts";
import { onWake } from "../../lib/on-wake.ts";
import { isLive } from "./connection.ts";
import { forgetPosition, positionOf } from "../api/log-position.ts";

/** An event of interface 6.2 as it arrives. */
export type LiveEvent = { eventName: string; companyId: string; [id: string]: unknown };

/** A message of the stream, to its own tab and to the others. */
export type StreamMessage =
  | { kind: "event"; event: LiveEvent; seq: number }
  /** `heard`: the last event that the leading tab has received. */
  | { kind: "state"; live: boolean; heard?: number }
  | { kind: "pulse" }
  | { kind: "missed" }
  | { kind: "refused" };

/** A browser only receives the kinds that it listens for. */
const EVENT_NAMES = Object.keys(EVENTS);

const RETRY_MS = 3000;
/** How often the service sends a pulse, and how long the page waits for one: a cut cable causes no error. */
const PULSE_SECONDS = 5;
const STALLED_MS = 15_000;

/** Calls back when nothing was received for too long; starts with the first `received`. */
export const watchStalledConnection = (onStalled: () => void): { received: () => void; stop: () => void } => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = (): void => clearTimeout(timer);
  const received = (): void => {
    stop();
    timer = setTimeout(onStalled, STALLED_MS);
  };
  return { received, stop };
};

/** The address of a stream. @param after the event after which it begins; undefined: now */
const streamAddress = (location: string, after: number | undefined): string =>
  `/api/companies/${location}/events?pulse=${PULSE_SECONDS}${after === undefined ? "" : `&lastEventId=${after}`}`;

/** Reports each event of a stream. */
const reportEvents = (source: EventSource, location: string, report: (message: StreamMessage) => void): void => {
  const onEvent = ({ data, lastEventId }: MessageEvent<string>): void =>
    report({ kind: "event", event: JSON.parse(data) as LiveEvent, seq: Number(lastEventId) });
  for (const name of EVENT_NAMES) source.addEventListener(name, onEvent);
  // The log is another one, for example after a restore.
  source.addEventListener("stream_restarted", () => {
    forgetPosition(location);
    report({ kind: "missed" });
  });
};

/**
 * Reads the stream of a location, and reconnects until it is ended. It begins at the position of the data already read,
 * so that nothing is missed or read twice. Events missed while the browser was offline come first when it is back; a
 * stream that takes over from another begins now, and reports a gap once it is open.
 * @param takesOver whether this tab has followed another stream before
 * @returns a function that ends it
 */
export const readStream = (
  location: string,
  takesOver: boolean,
  report: (message: StreamMessage) => void,
): (() => void) => {
  let retry: ReturnType<typeof setTimeout> | undefined;
  /** A service from before an upgrade may send none. */
  let hasPulses = false;
  const watch = watchStalledConnection(() => {
    if (stream.readyState === EventSource.OPEN && !hasPulses) return;
    report({ kind: "state", live: false });
    reopen();
  });
  const open = (beginsNow: boolean): EventSource => {
    const after = beginsNow ? undefined : positionOf(location);
    const source = new EventSource(streamAddress(location, after));
    let isFirst = true;
    watch.received();
    source.addEventListener("open", () => {
      report({ kind: "state", live: true });
      if (isFirst && after === undefined) report({ kind: "missed" });
      isFirst = false;
    });
    source.addEventListener("error", () => {
      report({ kind: "state", live: false });
      // The browser reconnects automatically after a lost connection, but not after a response that is not a stream. A
      // page that is being left looks the same, and needs nothing any more.
      if (source.readyState !== EventSource.CLOSED) return;
      retry = setTimeout(() => {
        report({ kind: "refused" });
        reopen();
      }, RETRY_MS);
    });
    source.addEventListener("pulse", () => {
      hasPulses = true;
      watch.received();
      // An offline browser still reaches a service on its own computer.
      report(isLive() ? { kind: "pulse" } : { kind: "state", live: true });
    });
    reportEvents(source, location, (message) => {
      watch.received();
      report(message);
    });
    return source;
  };
  const reopen = (): void => {
    clearTimeout(retry);
    stream.close();
    stream = open(true);
  };
  let stream = open(takesOver);
  const endWake = onWake(reopen);
  return () => {
    endWake();
    watch.stop();
    clearTimeout(retry);
    stream.close();
  };
};
