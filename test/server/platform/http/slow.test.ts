import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { after, before, describe, it } from "node:test";

import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
/** Of other clients: each location has connections to the database of its own. */
let neighbour: string;
let port: number;
let authorization: string;

/** The server's sides of the connections, by the port of their clients. */
const accepted = new Map<number | undefined, Socket>();

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  neighbour = await buildLocation(world);
  authorization = world.admin["authorization"] ?? "";
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  world.app.server.on("connection", (socket: Socket) => accepted.set(socket.remotePort, socket));
  port = Number(new URL(world.app.listeningOrigin).port);
});
after(() => world.close());

/** What a connection received, and how it ended. */
type Talk = { socket: Socket; received: () => string; closed: Promise<unknown> };

const open = async (): Promise<Talk> => {
  const socket = connect(port, "127.0.0.1");
  const chunks: Buffer[] = [];
  // A reset by the server ends a connection as well as a close does.
  socket.on("error", () => undefined);
  socket.on("data", (chunk: Buffer) => void chunks.push(chunk));
  const closed = new Promise((resolve) => socket.once("close", resolve));
  await once(socket, "connect");
  return { socket, received: () => Buffer.concat(chunks).toString(), closed };
};

const statusOf = ({ received }: Talk): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(received())?.[1]);
const bodyOf = ({ received }: Talk): string => received().split("\r\n\r\n").slice(1).join("\r\n\r\n");

/** Sends raw bytes and waits for the server to end the connection. */
const send = async (...parts: (string | Buffer)[]): Promise<Talk> => {
  const talk = await open();
  for (const part of parts) talk.socket.write(part);
  await talk.closed;
  return talk;
};

const head = (method: string, path: string, ...lines: string[]): string =>
  [`${method} /api${path} HTTP/1.1`, "Host: x", `Authorization: ${authorization}`, ...lines, "", ""].join("\r\n");

/** Sends a byte now and then for as long as the connection is open: a client that never stops and never finishes. */
const drip = async (start: string, piece: string): Promise<Talk> => {
  const talk = await open();
  talk.socket.write(start);
  const timer = setInterval(() => talk.socket.writable && talk.socket.write(piece), 200);
  await talk.closed;
  clearInterval(timer);
  return talk;
};

const start = (): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api/visitors`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ company_id: neighbour, first_name: "Jo" }),
  });

/** Sends requests and reads nothing; resolves with the server's side of the connection once it is closed. */
const ended = async (requests: string): Promise<Socket> => {
  const { socket } = await open();
  while (!accepted.has(socket.localPort)) await once(world.app.server, "connection");
  const mine = accepted.get(socket.localPort);
  assert.ok(mine !== undefined);
  const closed = once(mine, "close");
  socket.pause();
  socket.write(requests);
  await closed;
  socket.destroy();
  return mine;
};

describe("a request that names its host (RFC 9112, 3.2)", () => {
  it("400: two Host headers (RFC 9112), the same one twice too, and nothing is done; 200: one", async () => {
    for (const hosts of [
      ["Host: x", "Host: y"],
      ["Host: x", "host: x"],
      ["HOST: x", "Host:"],
    ]) {
      const talk = await send([`GET /healthz HTTP/1.1`, ...hosts, "Connection: close", "", ""].join("\r\n"));
      assert.equal(statusOf(talk), 400, hosts.join());
    }
    assert.equal(statusOf(await send("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")), 200);
  });
});

describe("a body that is never read (rules 1)", () => {
  it("403 and 413: reach a client that sends all of it first and then closes", async () => {
    for (const [credential, status] of [
      ["Bearer nothing", 403],
      [authorization, 413],
    ] as const) {
      const talk = await open();
      const size = 6 * 1024 * 1024;
      talk.socket.write(
        `POST /api/visitees HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: ${credential}\r\n` +
          `Content-Type: application/json\r\nContent-Length: ${size}\r\n\r\n`,
      );
      await new Promise((resolve, reject) => {
        talk.socket.once("error", reject);
        talk.socket.write(Buffer.alloc(size, "x"), resolve);
      });
      while (talk.received() === "") await once(talk.socket, "data");
      assert.equal(statusOf(talk), status);
      talk.socket.destroy();
    }
  });
});

describe("a refused request without a body (RFC 9112, 9.6)", () => {
  it("404: ends the connection when its client asked for that, or speaks HTTP/1.0", async () => {
    for (const request of [
      "GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close",
      "GET /nothing HTTP/1.0\r\nHost: x",
    ]) {
      const talk = await send(`${request}\r\n\r\n`);
      assert.equal(statusOf(talk), 404);
      assert.match(talk.received(), /^connection: close\r$/im);
    }
  });
});

describe("clients that are slow on purpose", { concurrency: true, timeout: 40_000 }, () => {
  it("408: headers that never end are ended by the server", async () => {
    const talk = await drip("GET /api/companiesList HTTP/1.1\r\nHost: x\r\n", "a: b\r\n");
    assert.ok(Number.isNaN(statusOf(talk)) || statusOf(talk) === 408, talk.received().slice(0, 100));
  });

  it("408: a body that never ends is ended by the server", async () => {
    const talk = await drip(head("POST", "/visitors", "Content-Type: application/json", "Content-Length: 100000"), " ");
    assert.ok(Number.isNaN(statusOf(talk)) || statusOf(talk) >= 400, talk.received().slice(0, 100));
  });

  it("408: a chunked body that never ends is ended by the server", async () => {
    const talk = await drip(head("POST", "/visitors", "Content-Type: application/json", "Transfer-Encoding: chunked"), "1\r\n \r\n"); // prettier-ignore
    assert.ok(Number.isNaN(statusOf(talk)) || statusOf(talk) >= 400, talk.received().slice(0, 100));
  });

  it("403: a client that has its answer and never ends its body is ended by the server", async () => {
    const start = head("POST", "/visitors", "Content-Type: application/json", "Content-Length: 100000");
    const talk = await drip(start.replace(authorization, "Bearer nothing"), " ");
    assert.equal(statusOf(talk), 403);
  });

  it("a connection on which nothing is ever sent is ended by the server", async () => {
    const talk = await open();
    await talk.closed;
    assert.ok(Number.isNaN(statusOf(talk)) || statusOf(talk) === 408);
  });

  it("an answer that is never read is ended by the server, also behind others in a pipeline", async () => {
    const small = head("GET", "/users/me");
    // Of a location each, as a location that asks for too much at once is answered shortly, which fits into what the kernel takes.
    const large = async (): Promise<string> => {
      const { _id } = await buildVisit(world, await buildLocation(world), {
        photo: Buffer.alloc(2 * 1024 * 1024, 7).toString("base64"),
      });
      return head("GET", `/visitors/${_id}`).repeat(8);
    };
    const pipelines = [await large(), small + (await large()), (await large()) + small];
    for (const mine of await Promise.all(pipelines.map(ended)))
      assert.ok(mine.bytesWritten > 0, "the answer had begun");
  });

  it("200: meanwhile all other clients are answered", async () => {
    const slow = Array.from({ length: 50 }, () => drip("GET /api/companiesList HTTP/1.1\r\n", "a"));
    for (let n = 0; n < 50; n += 1) assert.equal((await start()).status, 200);
    await Promise.all(slow);
    assert.equal((await start()).status, 200);
  });
});

describe("bytes that are not a request (rules 1)", { concurrency: true }, () => {
  const message = (talk: Talk): unknown => JSON.parse(bodyOf(talk)).message;

  it("400: garbage is answered in JSON and the connection closed", async () => {
    for (const bytes of [
      "garbage\r\n\r\n",
      "\u0016\u0003\u0001\u0002",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET /api/companiesList HTTP/1.1\r\nHost x\r\n\r\n",
      "POST /api/visitors HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n",
      "POST /api/visitors HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    ]) {
      // prettier-ignore
      const talk = await send(bytes);
      assert.equal(statusOf(talk), 400, JSON.stringify(bytes));
      assert.match(talk.received(), /content-type: application\/json/i);
      assert.equal(typeof message(talk), "string");
    }
  });

  it("431: headers above what Node reads are answered in JSON", async () => {
    const talk = await send(head("GET", "/companiesList", `X-Long: ${"x".repeat(100_000)}`));
    assert.equal(statusOf(talk), 431);
    assert.equal(typeof message(talk), "string");
  });

  it("no credential and no body of a request that could not be read is in the log", async () => {
    await send(`GET /api/secret-path HTTP/1.1\r\nAuthorization: Bearer svc_secret\r\nbad header\r\n\r\n`);
    assert.ok(!/svc_secret|secret-path/.test(JSON.stringify(world.log)));
  });
});

describe("hostile requests over a real connection (rules 2)", () => {
  const post = async (body: string): Promise<{ status: number; message: unknown }> => {
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`http://127.0.0.1:${port}/api/visitors`, { method: "POST", headers, body });
    return { status: response.status, message: Object(await response.json()).message };
  };

  it("400: 5,000 nested arrays or objects", async () => {
    for (const bomb of ["[".repeat(5000) + "]".repeat(5000), `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`]) {
      assert.equal((await post(`{"company_id":"${location}","badge":${bomb}}`)).status, 400);
      assert.equal((await post(bomb)).status, 400);
    }
  });

  it("200: 1,000 query parameters", async () => {
    const query = Array.from({ length: 1_000 }, (_, n) => `p${n}=${n}`).join("&");
    const response = await fetch(`http://127.0.0.1:${port}/api/companiesList?${query}`, { headers: { authorization } });
    assert.equal(response.status, 200);
  });

  it("413: a body above the limit, announced or chunked, and the next request is served", async () => {
    const announced = await send(head("POST", "/visitees", "Content-Type: application/json", "Content-Length: 99999999", "Connection: close")); // prettier-ignore
    assert.equal(statusOf(announced), 413);
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    const chunked = await send(head("POST", "/visitees", "Content-Type: application/json", "Transfer-Encoding: chunked", "Connection: close"), chunk, chunk); // prettier-ignore
    assert.equal(statusOf(chunked), 413);
    assert.equal((await start()).status, 200);
  });

  it("415 or 400: a compressed body is never unpacked", async () => {
    const headers = { authorization, "content-type": "application/json", "content-encoding": "gzip" };
    const body = new Uint8Array([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);
    const response = await fetch(`http://127.0.0.1:${port}/api/visitors`, { method: "POST", headers, body });
    assert.ok([400, 415].includes(response.status));
  });
});
