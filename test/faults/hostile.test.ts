import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { urlOf } from "../cli/foyer.ts";
import { callOver, cleanUp, type Running, startReady, undoLater } from "../support/run/process.ts";
import { LONG } from "../support/run/size.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../support/world.ts";

/** FOYER_LONG=1 keeps it up for a minute, and binds its own figures; a gate on a busy machine is given more. */
const KINDS = ["headers", "body", "read"] as const;
const EACH = 334;
const LASTS_MS = LONG ? 60_000 : 3_000;
const P99_MS_MAX = LONG ? 500 : 5_000;
const RSS_BYTES_MAX = 512 * 1024 * 1024;
const PAUSE_MS = 10;
const DRIP_MS = 500;

let world: World;
let running: Running;
let location: string;
let as: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  as = await buildKey(world, [location]);
  running = await startReady({ DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey });
});
after(async () => {
  await cleanUp();
  await world.close();
});

const lines = (first: string, ...more: string[]): string =>
  [first, "Host: x", `Authorization: ${as["authorization"]}`, ...more, ""].join("\r\n");

/** How each kind begins, and what it sends now and then: a client that never stops and never finishes. */
const SLOW = {
  headers: { start: () => lines("GET /api/companiesList HTTP/1.1"), drip: "x: y\r\n" },
  body: {
    start: () =>
      `${lines("POST /api/visitors HTTP/1.1", "Content-Type: application/json", "Content-Length: 90000")}\r\n`,
    drip: " ",
  },
  // Asks for the longest answer that needs no credential, several times, and reads no byte of it.
  read: { start: () => "GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n".repeat(2), drip: "" },
};

const openSlow = async (kind: (typeof KINDS)[number], port: number): Promise<Socket> => {
  const socket = connect(port, "127.0.0.1");
  // The service ends it, as it should.
  socket.on("error", () => undefined);
  if (kind === "read") socket.pause();
  else socket.resume();
  await once(socket, "connect").catch(() => undefined);
  if (socket.writable) socket.write(SLOW[kind].start());
  return socket;
};

/** Keeps this many slow clients connected: one that was ended is replaced. */
const keepSlow = async (port: number): Promise<{ opened: () => number; stop: () => void }> => {
  const sockets = new Map<Socket, (typeof KINDS)[number]>();
  let opened = 0;
  let stopped = false;
  const add = async (kind: (typeof KINDS)[number]): Promise<void> => {
    opened += 1;
    const socket = await openSlow(kind, port);
    if (stopped) return void socket.destroy();
    sockets.set(socket, kind);
    socket.once("close", () => {
      sockets.delete(socket);
      if (!stopped) void add(kind);
    });
  };
  for (const kind of KINDS) await Promise.all(Array.from({ length: EACH }, () => add(kind)));
  const dripping = setInterval(() => {
    for (const [socket, kind] of sockets) if (socket.writable && SLOW[kind].drip !== "") socket.write(SLOW[kind].drip);
  }, DRIP_MS);
  const stop = (): void => {
    stopped = true;
    clearInterval(dripping);
    for (const socket of sockets.keys()) socket.destroy();
  };
  undoLater(stop);
  return { opened: () => opened, stop };
};

const rssOf = async (port: string): Promise<number> => {
  const text = (await callOver(`http://127.0.0.1:${port}`, "GET", "/metrics")).body;
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]);
};

const bomb = (depth: number): string => `{"company_id":"${location}","x":${"[".repeat(depth)}${"]".repeat(depth)}}`;
/** What is refused at once, with its status. */
const HOSTILE: readonly { path: string; status: number; body?: () => string }[] = [
  { path: "/visitors", status: 400, body: () => bomb(5_000) },
  { path: "/visitors", status: 400, body: () => bomb(200_000) },
  { path: "/visitees", status: 413, body: () => JSON.stringify({ company_id: location, cn: "x".repeat(2_000_000) }) },
  { path: `/companiesList?${Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&")}`, status: 200 },
];

const sendHostile = async ({ path, body }: (typeof HOSTILE)[number]): Promise<number> => {
  const headers = { ...as, "content-type": "application/json" };
  const sent = body === undefined ? { headers } : { method: "POST", headers, body: body() };
  const answer = await fetch(`${running.url}/api${path}`, sent);
  await answer.arrayBuffer();
  return answer.status;
};

describe("hostile clients", () => {
  it(`200: all other clients are answered while ${KINDS.length * EACH} clients are slow on purpose and others send bombs`, async (test) => {
    const { port } = new URL(running.url);
    const slow = await keepSlow(Number(port));
    const times: number[] = [];
    let most = 0;
    const end = performance.now() + LASTS_MS;
    for (let n = 0; n < HOSTILE.length || performance.now() < end; n += 1) {
      const hostile = HOSTILE[n % HOSTILE.length];
      if (hostile !== undefined)
        assert.equal(await sendHostile(hostile), hostile.status, `${n} ${hostile.path.slice(0, 40)}`);
      for (let turn = 0; turn < 5; turn += 1) {
        const began = performance.now();
        const body = { company_id: location, first_name: "Jo" };
        assert.equal((await callOver(running.url, "POST", "/api/visitors", { as, body })).status, 200);
        times.push(performance.now() - began);
        await delay(PAUSE_MS);
      }
      most = Math.max(most, await rssOf(port));
    }
    slow.stop();
    const metrics: string = (await callOver(running.url, "GET", "/metrics")).body;
    const lag = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(metrics)?.[1];
    const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0;
    test.diagnostic(
      `${slow.opened()} slow connections, ${times.length} sign-ins beside them: p99 ${Math.round(p99)} ms; event loop lag p99 ${lag ?? "?"} s; memory ${Math.round(most / 1024 / 1024)} MB`,
    );
    assert.ok(p99 <= P99_MS_MAX, `p99 ${p99} ms`);
    assert.ok(most > 0 && most <= RSS_BYTES_MAX, `memory ${most} bytes`);
    assert.equal(running.child.exitCode, null);
    assert.equal((await callOver(running.url, "GET", "/readyz")).status, 200);
  });
});
