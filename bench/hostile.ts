// The hostile clients of bench/fairness.ts: a process of its own, so that what they read is not read by the one that measures.
import { Agent, request } from "node:http";
import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

import type { Attack, StatusCounts } from "./jobs.ts";

// They stand for other machines: what it costs to send and read their calls takes nothing from the service's own.
setPriority(constants.priority.PRIORITY_LOW);

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });
/** How long a client waits after it was refused: it costs nothing to come back at once, but then the machine is the target. */
const REFUSED_MS = 20;
/** Calls with one key at once. */
const BURST = 20;

type Call = { method: "GET" | "POST"; path: string; body?: string; key?: string };

/** Sends a call and drops what is answered. @returns the status; 0 when the connection broke */
const send = ({ port, authorization }: Attack, { method, path, body, key }: Call): Promise<number> =>
  new Promise((resolve) => {
    const headers = {
      authorization,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const call = request({ agent, host: "127.0.0.1", port, method, path: `/api${path}`, headers }, (answer) => {
      answer.resume();
      answer.on("close", () => resolve(answer.statusCode ?? 0));
    });
    call.on("error", () => resolve(0));
    call.end(body);
  });

let keys = 0;

/** One round of a client of each kind. */
const rounds: Record<Attack["kinds"][number], (attack: Attack) => Promise<number[]>> = {
  lists: async (attack) => [await send(attack, { method: "GET", path: attack.list })],
  pages: async (attack) => [await send(attack, { method: "GET", path: attack.page })],
  documents: async (attack) => {
    const statuses: number[] = [];
    for (const path of attack.documents) statuses.push(await send(attack, { method: "GET", path }));
    return statuses;
  },
  keys: (attack) => {
    const call = { method: "POST" as const, path: "/visitors", body: attack.visit, key: `burst-${(keys += 1)}` };
    return Promise.all(Array.from({ length: BURST }, () => send(attack, call)));
  },
  webhooks: (attack) => {
    const call = { method: "POST" as const, path: attack.test, key: `test-${(keys += 1)}` };
    return Promise.all(Array.from({ length: BURST }, () => send(attack, call)));
  },
};

const attackWith = async (attack: Attack, kind: Attack["kinds"][number], counted: StatusCounts): Promise<void> => {
  while (performance.now() < attack.until) {
    const statuses = await rounds[kind](attack);
    for (const status of statuses) counted[status] = (counted[status] ?? 0) + 1;
    if (statuses.every((status) => status !== 200)) await wait(REFUSED_MS);
  }
};

process.on("message", (sent: Attack & { ms: number }) => {
  const attack = { ...sent, until: performance.now() + sent.ms };
  const counted: StatusCounts = {};
  void Promise.all(attack.kinds.map((kind) => attackWith(attack, kind, counted))).then(() => process.send?.(counted));
});
process.on("disconnect", () => process.exit(0));
