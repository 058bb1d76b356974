/** One request as the load process sends it again and again. */
export type BenchRequest = { method: "GET" | "POST"; path: string; body?: string };

/** A question; the path is the one below /api. */
export const reading = (path: string): BenchRequest => ({ method: "GET", path });

/** A change. */
export const writing = (path: string, body: object = {}): BenchRequest => ({
  method: "POST",
  path,
  body: JSON.stringify(body),
});

/** What the load process is asked to do: these requests in turn, over keep-alive connections. */
export type Job = {
  port: number;
  authorization: string;
  connections: number;
  requests: BenchRequest[];
  /** Ends after this many milliseconds, or after each request was sent once. */
  limit: { ms: number } | "once";
  /** How long each connection waits after an answer; not at all, if left out. */
  pauseMs?: number;
};

/** What came of it; latencies in milliseconds in the order in which the answers came. */
export type Outcome = { perSecond: number; latencies: number[] };

/** With what was answered otherwise than with 200. */
export type CheckedOutcome = Outcome & { failures: number; firstFailure: string };
