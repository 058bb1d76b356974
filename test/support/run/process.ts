import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const PROJECT = join(import.meta.dirname, "../../..");
const READY_MS_MAX = 60_000;
const POLL_MS = 20;

const undo: (() => unknown)[] = [];

/** Runs an undo when `cleanUp` is called, the latest first. */
export const undoLater = (step: () => unknown): void => void undo.push(step);

/** Ends what a test file started and removes what it made; called in its `after`. */
export const cleanUp = async (): Promise<void> => {
  for (const step of undo.splice(0).toReversed()) await step();
};

/** A folder of its own, open to other accounts as `/tmp` is. */
export const makeFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-service-"));
  // Tried again: the database of a killed service may still be leaving.
  undoLater(() => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }));
  return folder;
};

/** Below the ports that systems give to outgoing connections (from 32768 on): one of those may be gone between the look and its use. */
const PORTS_FROM = 10_000;
const PORTS_EACH = 50;
const SHARES = 440;

/** Listens on a port, where it is free. */
const listen = (port: number): Promise<Server | undefined> =>
  new Promise((resolve) => {
    const server = createServer().unref();
    server.once("error", () => resolve(undefined));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });

/**
 * The ports of this process alone, so that test files that run beside each other never find the same one: its first port is
 * held for as long as the process lives, and says so to the others.
 */
const claimShare = async (): Promise<number> => {
  for (let n = 0; n < SHARES; n += 1) {
    const first = PORTS_FROM + ((process.pid + n) % SHARES) * PORTS_EACH;
    if ((await listen(first)) !== undefined) return first;
  }
  throw new Error("every share of the ports is in use");
};

let share: Promise<number> | undefined;
let looked = 0;

/** A port without a listener, for what must be told its port before it starts. Errors: when this process has used all of its own. */
export const freePort = async (): Promise<number> => {
  const first = await (share ??= claimShare());
  for (let n = 1; n < PORTS_EACH; n += 1) {
    const port = first + 1 + (looked++ % (PORTS_EACH - 1));
    const server = await listen(port);
    if (server === undefined) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error(`every port from ${first} to ${first + PORTS_EACH - 1} is in use`);
};

/** Waits until `check` returns a value; for what is outside this process and can't be awaited. */
export const until = async <T>(
  what: string,
  check: () => Promise<T | undefined>,
  mostMs = READY_MS_MAX,
): Promise<T> => {
  const endMs = performance.now() + mostMs;
  for (;;) {
    const found = await check();
    if (found !== undefined) return found;
    if (performance.now() > endMs) throw new Error(`waited in vain for ${what}`);
    await delay(POLL_MS);
  }
};

/** A Foyer in a process of its own, started as the README says. */
export type Running = {
  child: ChildProcess;
  url: string;
  /** What it said so far: for people, and its log. */
  said(): { out: string; err: string };
  /** Resolves once the greeting is there; throws when the process ends before. */
  ready: Promise<void>;
  exited: Promise<{ code: number | null; signal: string | null }>;
  kill(signal: NodeJS.Signals): Promise<void>;
};

const GREETING = /Foyer is ready/;

const untilGreeting = (child: ChildProcess, said: Running["said"], isKnown: () => boolean): Promise<void> =>
  new Promise((resolve, reject) => {
    const look = (): void => {
      if (GREETING.test(said().out) && isKnown()) resolve();
    };
    child.stdout?.on("data", look);
    child.stderr?.on("data", look);
    child.once("exit", (code) => reject(new Error(`the service ended with ${code}: ${said().out}${said().err}`)));
  });

/** What Node has made of our sources already, for processes that get nothing else of our environment: half of their start. */
export const COMPILED: Record<string, string> =
  process.env["NODE_COMPILE_CACHE"] === undefined ? {} : { NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };

/** Only what a process needs of our own environment: a setting of the tester must not reach it. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "LANG", "USER"];

const environment = (settings: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name] ?? ""]).filter(([, value]) => value !== "")),
  ...COMPILED,
  ...settings,
});

const LISTENS = /"listen":"([^"]+)"/;

/** The address of a service that chose its port itself: in its log, where that is written, or in its greeting. */
const urlIn = ({ out, err }: { out: string; err: string }): string => {
  const [, listen] = LISTENS.exec(err) ?? [];
  if (listen !== undefined) return `http://${listen}`;
  const [, url] = /^ {2}(?:Open|Health) +(https?:\/\/[^/\s]+)/m.exec(out) ?? [];
  if (url === undefined) throw new Error("its address is known when it is ready");
  return url;
};

const START = [join(PROJECT, "bin/foyer.mjs"), "start"];

/**
 * Starts the service with these settings. Without a PORT the system chooses one, and `url` is known when the service is ready.
 * @param command another script than that of `npm start`, with its arguments
 */
export const startProcess = (settings: Record<string, string>, command = START): Running => {
  const { PORT = "0" } = settings;
  const child = spawn(process.execPath, command, {
    cwd: tmpdir(),
    env: environment({ ...settings, PORT }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const text = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text.err += chunk.toString()));
  const said = (): { out: string; err: string } => ({ ...text });
  const ended = once(child, "close");
  const exited = ended.then(([code, signal]: unknown[]) => ({
    code: typeof code === "number" ? code : null,
    signal: typeof signal === "string" ? signal : null,
  }));
  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  undoLater(async () => {
    if (child.exitCode === null && child.signalCode === null) await kill("SIGKILL");
  });
  // The greeting has the address for others, and may be read before the log is.
  const isLogged = settings["PUBLIC_URL"] !== undefined && settings["LOG_LEVEL"] === undefined;
  const ready = untilGreeting(child, said, () => !isLogged || LISTENS.test(text.err));
  ready.catch(() => undefined); // A test that expects the end of the process does not wait for this.
  const url = (): string => (PORT === "0" ? urlIn(text) : `http://127.0.0.1:${PORT}`);
  return {
    child,
    said,
    ready,
    exited,
    kill,
    get url() {
      return url();
    },
  };
};

/** Starts the service and waits until it greets. */
export const startReady = async (settings: Record<string, string>, command = START): Promise<Running> => {
  const running = startProcess(settings, command);
  await running.ready;
  return running;
};

/** An answer over the wire. */
export type WireAnswer = {
  status: number;
  // oxlint-disable-next-line no-explicit-any -- bodies in tests are looked into without ceremony
  body: any;
  headers: Headers;
};

/** One call of the interface over real HTTP. */
export const callOver = async (
  url: string,
  method: string,
  path: string,
  {
    as = {},
    body,
    headers = {},
  }: { as?: Record<string, string>; body?: unknown; headers?: Record<string, string> } = {},
): Promise<WireAnswer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...as, ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.startsWith("application/json") === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
};
