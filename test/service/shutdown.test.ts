import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, describe, it } from "node:test";

import { callOver, cleanUp, freePort, makeFolder, type Running, startReady, until } from "../support/run/process.ts";
import { roundsOf } from "../support/run/size.ts";
import { basic } from "../support/world.ts";

after(cleanUp);

/** FOYER_LONG=1 runs its long form. */
const ROUNDS = roundsOf(10, 100);
const CLIENTS = 16;
const AT_WORK = 200;
const EXIT_MS_MAX = 15_000;

const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const asAdmin = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);

type Site = { settings: Record<string, string>; location: string; key: string };

const makeSite = async (): Promise<Site & { running: Running }> => {
  const settings = { DATA_DIR: await makeFolder(), PORT: String(await freePort()), ...ADMIN };
  const running = await startReady(settings);
  const location: string = (await callOver(running.url, "POST", "/api/companies", { as: asAdmin, body: { name: "Door" } })).body._id; // prettier-ignore
  const body = { name: "door", companies: [location] };
  const { key } = (await callOver(running.url, "POST", "/api/apikeys", { as: asAdmin, body })).body;
  return { settings, location, key, running };
};

/** What the clients saw. */
type Ledger = {
  /** Names of the visits whose `200` arrived whole. */
  acknowledged: Set<string>;
  /** Requests without a whole answer, with what did arrive. */
  cut: { name: string; sentBefore: boolean; received: string; reused: boolean }[];
  /** Answers that told the client to close its connection. */
  told: number;
  others: string[];
  signalled: boolean;
};

const requestOf = ({ location, key }: Site, name: string): string => {
  const body = JSON.stringify({ company_id: location, first_name: name });
  return `POST /api/visitors HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

/** A whole answer at the start of the text: its head and body; undefined while it is not complete. */
const answerIn = (text: string): { head: string; body: string } | undefined => {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1]);
  const body = text.slice(end + 4);
  return Buffer.byteLength(body) >= length ? { head, body } : undefined;
};

/** Sends one request on the connection and reads until the answer is whole or the connection has ended. */
const exchange = async (
  socket: Socket,
  request: string,
): Promise<{ whole: ReturnType<typeof answerIn>; received: string }> => {
  let received = "";
  const { promise, resolve } = Promise.withResolvers<void>();
  const onData = (chunk: Buffer): void => {
    received += chunk.toString();
    if (answerIn(received) !== undefined) resolve();
  };
  socket.on("data", onData);
  socket.once("close", resolve);
  socket.write(request);
  await promise;
  socket.off("data", onData);
  socket.off("close", resolve);
  return { whole: answerIn(received), received };
};

const openSocket = async (port: number): Promise<Socket | undefined> => {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } catch {
    return undefined;
  }
  // A reset is seen as the end of the connection.
  socket.on("error", () => undefined);
  return socket;
};

/** A client that keeps its connection for as long as the service does, and signs in until it is refused. */
const signInUntilRefused = async (site: Site, who: string, ledger: Ledger): Promise<void> => {
  let socket: Socket | undefined;
  for (let n = 0; ; n += 1) {
    if (socket === undefined || socket.destroyed || !socket.writable)
      socket = await openSocket(Number(site.settings["PORT"]));
    if (socket === undefined) return;
    const name = `${who}-${n}`;
    const sentBefore = !ledger.signalled;
    const reused = socket.bytesRead > 0;
    const { whole, received } = await exchange(socket, requestOf(site, name));
    if (whole === undefined) ledger.cut.push({ name, sentBefore, received, reused });
    else if (!whole.head.startsWith("HTTP/1.1 200 ")) ledger.others.push(whole.head);
    else ledger.acknowledged.add(name);
    // As the standard has it: after "close" nothing more may be sent on this connection.
    const told = whole !== undefined && /\r\nconnection: close/i.test(whole.head);
    if (told) ledger.told += 1;
    if (told || whole === undefined) socket.destroy();
  }
};

const storedNames = async (site: Site, url: string): Promise<Set<string>> => {
  const names = new Set<string>();
  for (let page = 1; ; page += 1) {
    const path = `/api/visitors/bycompany/${site.location}?count=1000&page=${page}`;
    const { body } = await callOver(url, "GET", path, { as: asAdmin });
    if (body.visitors.length === 0) return names;
    for (const { first_name } of body.visitors) names.add(first_name);
  }
};

const roundOf = async (site: Site, running: Running, round: number): Promise<Ledger & { exitMs: number }> => {
  const ledger: Ledger = { acknowledged: new Set(), cut: [], others: [], told: 0, signalled: false };
  const clients = Array.from({ length: CLIENTS }, (_, n) => signInUntilRefused(site, `r${round}c${n}`, ledger));
  await until("sign-ins", async () => (ledger.acknowledged.size >= AT_WORK ? true : undefined));
  ledger.signalled = true;
  const start = performance.now();
  await running.kill("SIGTERM");
  const exitMs = performance.now() - start;
  await Promise.all(clients);
  return { ...ledger, exitMs };
};

describe("SIGTERM under load", { concurrency: true }, () => {
  it(`200: ${ROUNDS} restarts cut no accepted request, keep every acknowledged visit, and end in time`, async (test) => {
    const { running: first, ...site } = await makeSite();
    const acknowledged = new Set<string>();
    let running = first;
    for (let round = 0; round < ROUNDS; round += 1) {
      const ledger = await roundOf(site, running, round);
      for (const name of ledger.acknowledged) acknowledged.add(name);
      assert.deepEqual(await running.exited, { code: 0, signal: null });
      assert.ok(ledger.exitMs < EXIT_MS_MAX, `exit took ${ledger.exitMs} ms`);
      assert.deepEqual(ledger.others, []);
      const unanswered = ledger.cut.filter(({ sentBefore, received }) => sentBefore || received !== "");
      assert.deepEqual(unanswered, [], "what was sent before the signal is answered, and no answer is cut short");
      assert.ok(ledger.told > 0, "clients are told to close their connections while they are still answered");
      running = await startReady(site.settings);
      // What was carried out is what was acknowledged: a request that got no answer was never accepted.
      const stored = await storedNames(site, running.url);
      assert.deepEqual([...acknowledged.difference(stored)], [], "every acknowledged visit is there");
      assert.deepEqual([...stored.difference(acknowledged)], [], "and no other");
      test.diagnostic(`${ledger.acknowledged.size} acknowledged, ${ledger.cut.length} never accepted (${ledger.cut.filter(({ reused }) => reused).length} on a used connection), exit ${Math.round(ledger.exitMs)} ms`); // prettier-ignore
    }
    await running.kill("SIGTERM");
  });

  it("an idle keep-alive connection and a client that never finishes its request do not hold the service up", async () => {
    const { running, ...site } = await makeSite();
    const idle = await openSocket(Number(site.settings["PORT"]));
    const stuck = await openSocket(Number(site.settings["PORT"]));
    assert.ok(idle !== undefined && stuck !== undefined);
    assert.ok((await exchange(idle, requestOf(site, "idle"))).whole !== undefined);
    stuck.write(requestOf(site, "stuck").slice(0, -5));
    const ended = [once(idle, "close"), once(stuck, "close")];
    const start = performance.now();
    await running.kill("SIGTERM");
    await Promise.all(ended);
    assert.ok(performance.now() - start < EXIT_MS_MAX);
    assert.deepEqual(await running.exited, { code: 0, signal: null });
  });
});
