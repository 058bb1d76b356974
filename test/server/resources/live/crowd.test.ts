import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, describe, it } from "node:test";

import { callOver, cleanUp, makeFolder, type Running, startReady, until } from "../../../support/run/process.ts";
import { basic } from "../../../support/world.ts";
import { openStream, type Stream } from "./client.ts";

after(cleanUp);

const LISTENERS = 1_000;
const VISITS = 20;
const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const asAdmin = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);

const read = (path: string): Promise<string> => readFile(path, "utf8").catch(() => "");

/** Megabytes of the service, which the command has started as a process of its own; where the system tells. */
const memoryOf = async ({ child }: Running): Promise<number> => {
  const children = await read(`/proc/${child.pid}/task/${child.pid}/children`);
  const statuses = await Promise.all([child.pid, ...children.split(" ")].map((pid) => read(`/proc/${pid}/status`)));
  const kilobytes = statuses.map((status) => Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
  return Math.round(Math.max(...kilobytes) / 1024);
};

/** Opens many streams, some at a time. */
const openAll = async (url: string, headers: Record<string, string>): Promise<Stream[]> => {
  const streams: Stream[] = [];
  while (streams.length < LISTENERS)
    streams.push(...(await Promise.all(Array.from({ length: 50 }, () => openStream(url, headers)))));
  return streams;
};

/** Asks whether the process lives, again and again: the slowest answer shows how long its event loop was held. */
const watchLoop = (url: string): (() => Promise<number>) => {
  let worstMs = 0;
  const stopping = new AbortController();
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const sent = performance.now();
      await callOver(url, "GET", "/healthz");
      worstMs = Math.max(worstMs, performance.now() - sent);
    }
  })();
  return async () => {
    stopping.abort();
    await watching;
    return Math.round(worstMs);
  };
};

describe("a crowd of listeners", () => {
  it(`${LISTENERS} in one process each get every event once and in order; SIGTERM ends all in order and the process with them`, async (context) => {
    const running = await startReady({ DATA_DIR: await makeFolder(), ...ADMIN });
    const { url } = running;
    const { _id } = (await callOver(url, "POST", "/api/companies", { as: asAdmin, body: { name: "Door" } })).body;
    const body = { name: "door", companies: [_id] };
    const { key } = (await callOver(url, "POST", "/api/apikeys", { as: asAdmin, body })).body;
    const headers = { authorization: `Bearer ${key}` };
    const before = await memoryOf(running);
    const streams = await openAll(`${url}/api/companies/${_id}/events`, headers);
    const crowded = await memoryOf(running);
    const stopWatching = watchLoop(url);
    const ids: string[] = [];
    for (let n = 0; n < VISITS; n += 1)
      ids.push((await callOver(url, "POST", "/api/visitors", { as: headers, body: { company_id: _id } })).body._id);
    await until("all events", async () => (streams.every(({ events }) => events.length >= VISITS) ? true : undefined));
    const worstMs = await stopWatching();
    for (const { events } of streams)
      assert.deepEqual(
        events.map(({ data }) => data["visitorId"]),
        ids,
      );
    const signalled = performance.now();
    running.child.kill("SIGTERM");
    await Promise.all(streams.map(({ ended }) => ended));
    const endedMs = Math.round(performance.now() - signalled);
    assert.deepEqual(await running.exited, { code: 0, signal: null });
    const exitedMs = Math.round(performance.now() - signalled);
    // Whatever is still open after the ten seconds of a drain is cut.
    assert.ok(streams.every((stream) => stream.isComplete()));
    context.diagnostic(
      `${LISTENERS} listeners: ${before} MB before, ${crowded} MB with them; slowest answer ${worstMs} ms (clients in one process too) while ${VISITS * LISTENERS} events went out; after SIGTERM all ended in ${endedMs} ms, the process in ${exitedMs} ms`,
    );
  });
});
