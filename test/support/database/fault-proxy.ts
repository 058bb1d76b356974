import { once } from "node:events";
import { connect, createServer, type NetConnectOpts, type Socket } from "node:net";

import { portOf } from "../outside/mailbox.ts";
import type { Random } from "../run/random.ts";

/**
 * What can be wrong with a network. `black hole`: nothing goes through until it ends, then all of it. `half-open`: connections that
 * are there are forgotten without a word and forever; new ones work. `truncate`: a reset in the middle of an answer.
 */
export const FAULTS = ["refuse", "reset", "cut", "truncate", "black hole", "half-open", "delay", "throttle"] as const;
export type Fault = (typeof FAULTS)[number];

/** A listener that passes connections on, until it is told to do so badly. */
export type FaultProxy = {
  port: number;
  /** From now on the network is so; undefined: it is well. */
  set(fault: Fault | undefined): Promise<void>;
  close(): Promise<void>;
};

const DELAY_MS = [50, 300] as const;
const THROTTLED_BYTES = 512;
const THROTTLED_MS = 20;

type Pair = { client: Socket; target: Socket; forgotten: boolean };
type State = { fault: Fault | undefined; random: Random; pairs: Set<Pair> };

const end = (pair: Pair, how: "reset" | "cut"): void => {
  if (how === "cut") pair.client.end();
  else pair.client.resetAndDestroy();
  pair.target.destroy();
};

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for as long as the network holds everything back. */
const held = async (state: State, { client, target }: Pair): Promise<void> => {
  while (state.fault === "black hole" && !client.destroyed && !target.destroyed) await pause(20);
};

const pass = async (state: State, pair: Pair, to: Socket, chunk: Buffer): Promise<void> => {
  await held(state, pair);
  if (pair.forgotten) return;
  if (state.fault === "truncate" && to === pair.client) {
    to.write(chunk.subarray(0, state.random.whole(0, chunk.length - 1)), () => end(pair, "reset"));
    return;
  }
  if (state.fault === "delay") await pause(state.random.whole(...DELAY_MS));
  if (state.fault !== "throttle") return void to.write(chunk);
  for (let at = 0; at < chunk.length && !to.destroyed; at += THROTTLED_BYTES) {
    to.write(chunk.subarray(at, at + THROTTLED_BYTES));
    await pause(THROTTLED_MS);
  }
};

/** Passes what one side says to the other, in order. */
const relay = async (state: State, pair: Pair, from: Socket, to: Socket): Promise<void> => {
  try {
    for await (const chunk of from) await pass(state, pair, to, chunk as Buffer);
    await held(state, pair);
    if (!pair.forgotten) to.end();
  } catch {
    // A reset on one side is one on the other.
    if (!pair.forgotten && !to.destroyed) to.resetAndDestroy();
  }
};

const join = (state: State, client: Socket, target: Socket): void => {
  const pair = { client, target, forgotten: false };
  state.pairs.add(pair);
  for (const socket of [client, target]) socket.on("error", () => undefined);
  client.once("close", () => state.pairs.delete(pair));
  void relay(state, pair, client, target);
  void relay(state, pair, target, client);
};

/** What becomes of the connections that are there when a fault begins. */
const strike = (state: State): void => {
  for (const pair of state.pairs) {
    if (state.fault === "refuse" || state.fault === "reset") end(pair, "reset");
    if (state.fault === "cut") end(pair, "cut");
    if (state.fault === "half-open") pair.forgotten = true;
  }
};

/** Opens a network with faults in front of a server. @param random decides where an answer is cut and how long it takes */
export const openFaultProxy = async (target: NetConnectOpts, random: Random): Promise<FaultProxy> => {
  const state: State = { fault: undefined, random, pairs: new Set() };
  const server = createServer({ allowHalfOpen: true }, (client) => {
    if (state.fault === "reset") return void client.resetAndDestroy();
    if (state.fault === "cut")
      return void client
        .on("error", () => undefined)
        .resume()
        .end();
    join(state, client, connect({ ...target, allowHalfOpen: true }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const port = portOf(server);
  const listen = async (wanted: boolean): Promise<void> => {
    if (wanted === server.listening) return;
    const done = once(server, wanted ? "listening" : "close");
    if (wanted) server.listen(port, "127.0.0.1");
    else server.close();
    strike(state);
    await done;
  };
  const set = async (fault: Fault | undefined): Promise<void> => {
    state.fault = fault;
    strike(state);
    await listen(fault !== "refuse");
  };
  const close = async (): Promise<void> => {
    for (const { client, target: there } of state.pairs) for (const socket of [client, there]) socket.destroy();
    await listen(false);
  };
  return { port, set, close };
};
