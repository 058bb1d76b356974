import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";

import { assert as assertProperty, asyncProperty, oneof, string, webAuthority, webUrl } from "fast-check";

import { type OutboundCall, callOut } from "../../../../server/platform/outbound/call-out.ts";
import { closedPort } from "../../../support/outside/mailbox.ts";
import { type Receiver, startRaw, startReceiver } from "./receiver.ts";

const open = ["127.0.0.0/8"];
const MAX = 64 * 1024;
const call = (url: string, more: Partial<OutboundCall> = {}) =>
  callOut({ url, method: "POST", headers: {}, body: "{}", allowed: open, deadlineMs: 5_000, maxBytes: MAX, ...more });

/** A receiver for one test. */
const using = async <R extends Receiver, T>(starting: Promise<R>, use: (base: string, receiver: R) => Promise<T>) => {
  const receiver = await starting;
  try {
    return await use(`http://127.0.0.1:${receiver.port}`, receiver);
  } finally {
    await receiver.close();
  }
};
/** The kind of failure against a receiver that does so with each connection. */
const failureWith = async (serve: Parameters<typeof startRaw>[0], more: Partial<OutboundCall> = {}) =>
  using(startRaw(serve), async (base) => {
    const outcome = await call(base, more);
    return "kind" in outcome ? outcome.kind : outcome.status;
  });
/** The parsed answer of a receiver that sends this text. */
const answeredBy = async (...parts: (string | Buffer)[]) =>
  using(
    startRaw((socket) => {
      socket.once("data", () => {
        for (const part of parts) socket.write(part);
        socket.end();
      });
    }),
    async (base) => call(base),
  );

describe("callOut: what is sent (interface 6.1)", () => {
  for (const method of ["POST", "PUT", "PATCH"] as const)
    it(`${method} carries the headers and the body, with its length, to path and query (interface 6.1)`, async () => {
      await using(startReceiver(), async (base, { received }) => {
        const body = '{"name":"Zoë 花子"}';
        const headers = { "content-type": "application/json", authorization: "Basic eDp5" };
        const outcome = await call(`${base}/hook/é?a=%20b#part`, { method, headers, body });
        assert.deepEqual(outcome, { status: 200, head: "ok" });
        const [{ headers: sent, ...rest }] = received as [(typeof received)[0]];
        assert.deepEqual(rest, { method, url: "/hook/%C3%A9?a=%20b", body });
        assert.deepEqual(
          [sent["content-type"], sent.authorization, sent["content-length"], sent.host, sent.connection],
          ["application/json", "Basic eDp5", String(Buffer.byteLength(body)), base.slice(7), "close"],
        );
        assert.equal(sent["accept-encoding"], "identity");
      });
    });

  it("GET carries no body (interface 6.1)", async () => {
    await using(startReceiver(), async (base, { received }) => {
      await call(`${base}/?eventName=visitor_signed_in`, { method: "GET", body: undefined });
      const [{ headers, ...rest }] = received as [(typeof received)[0]];
      assert.deepEqual(rest, { method: "GET", url: "/?eventName=visitor_signed_in", body: "" });
      assert.deepEqual([headers["content-length"], headers["transfer-encoding"]], [undefined, undefined]);
    });
  });

  it("the host of the URL is the one that is named, whatever the headers say", async () => {
    await using(startReceiver(), async (base, { received }) => {
      await call(base, { headers: { Host: "inside.example.org", Connection: "keep-alive", "User-Agent": "Other" } });
      const { host, connection, "user-agent": agent } = received[0]?.headers ?? {};
      assert.deepEqual([host, connection, agent], [base.slice(7), "close", "Other"]);
    });
  });

  it("a header with a line break in name or value is refused before a connection", async () => {
    await using(startReceiver(), async (base, { accepted }) => {
      for (const [name, value] of [
        ["x-a", "1\r\nX-B: 2"],
        ["x-a", "1\nX-B: 2"],
        ["x-a", "1\r"],
        ["x-a", "1\u0000"],
        ["x-a", "花"],
        ["x-a\r\nx-b", "1"],
        ["x a", "1"],
        ["", "1"],
      ] as const) {
        const outcome = await call(base, { headers: { [name]: value } });
        assert.equal("kind" in outcome && outcome.kind, "wrong_header", JSON.stringify([name, value]));
      }
      assert.equal(accepted(), 0);
    });
  });

  it("proxies that the environment names are not used", async () => {
    await using(startReceiver(), async (proxy, { accepted }) =>
      using(startReceiver(), async (base, { received }) => {
        const names = ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];
        const { stdout } = await promisify(execFile)(
          process.execPath,
          [join(import.meta.dirname, "child-proxy.ts"), `${base}/x`],
          { env: { ...Object.fromEntries(names.map((name) => [name, proxy])), NODE_USE_ENV_PROXY: "1", NO_PROXY: "" } },
        );
        assert.deepEqual(JSON.parse(stdout), { status: 200, head: "ok" });
        assert.deepEqual([received[0]?.url, accepted()], ["/x", 0]);
      }),
    );
  });
});

describe("callOut: the answer (interface 6.3, rules 5)", () => {
  for (const status of [200, 204, 299, 300, 301, 302, 303, 304, 307, 308, 400, 404, 500, 599])
    it(`${status} is told as it is, and a redirect is not followed (interface 6.3)`, async () => {
      await using(startReceiver(), async (elsewhere, { accepted }) =>
        using(
          startReceiver((response) =>
            response.writeHead(status, { location: elsewhere, refresh: `0;url=${elsewhere}` }).end(),
          ),
          async (base, { received }) => {
            assert.deepEqual(await call(base), { status, head: "" });
            assert.deepEqual([received.length, accepted()], [1, 0]);
          },
        ),
      );
    });

  it("one without end is read to the limit, the connection ended, and the status counts (rules 5)", async () => {
    const { promise: closed, resolve } = Promise.withResolvers<number>();
    let written = 0;
    const endless = startReceiver((response) => {
      response.on("close", () => resolve(written));
      const more = (): void => {
        do written += 16 * 1024;
        while (response.write(Buffer.alloc(16 * 1024, "x")));
        response.once("drain", more);
      };
      more();
    });
    await using(endless, async (base) => {
      assert.deepEqual(await call(base), { status: 200, head: "x".repeat(1_024) });
      assert.ok((await closed) < 16 * 1024 * 1024);
    });
  });

  it("one of exactly the limit, or a byte more, counts as well", async () => {
    for (const length of [MAX - 1, MAX, MAX + 1])
      await using(
        startReceiver((response) => response.end("x".repeat(length))),
        async (base) => {
          assert.deepEqual(await call(base), { status: 200, head: "x".repeat(1_024) }, String(length));
        },
      );
  });

  it("its head is the first KiB as text that can be stored: no half character, no NUL", async () => {
    const head = async (text: string) =>
      using(
        startReceiver((response) => response.end(text)),
        async (base) => {
          const outcome = await call(base);
          return "head" in outcome ? outcome.head : outcome.error;
        },
      );
    assert.equal(await head("x".repeat(1_023) + "é"), "x".repeat(1_023));
    assert.equal(await head("x".repeat(1_022) + "é!"), `${"x".repeat(1_022)}é`);
    assert.equal(await head("a\u0000b"), "a b");
  });

  it("it is not unpacked", async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    await using(
      startReceiver((response) => response.writeHead(200, { "content-encoding": "gzip" }).end(bomb)),
      async (base) => {
        const outcome = await call(base);
        assert.ok("head" in outcome && outcome.status === 200 && outcome.head.startsWith("\u001f"));
      },
    );
  });

  it("what is not a whole HTTP answer is a failure (interface 6.3)", async () => {
    const broken: [string, (string | Buffer)[]][] = [
      ["nothing", [""]],
      ["noise", ["SSH-2.0-OpenSSH_9.9\r\n"]],
      ["half a head", ["HTTP/1.1 200 OK\r\nContent-"]],
      ["less than announced", ["HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345"]],
      ["half a chunk", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc"]],
      ["a head without end", [`HTTP/1.1 200 OK\r\nX: ${"x".repeat(20_000)}\r\n\r\n`]],
      ["two lengths", ["HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab"]],
      ["two ends", ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\nab"]],
    ];
    for (const [name, parts] of broken) {
      const outcome = await answeredBy(...parts);
      assert.ok("kind" in outcome && outcome.kind === "incomplete_response", `${name}: ${JSON.stringify(outcome)}`);
      assert.match(outcome.error, /^127\.0\.0\.1:\d+ sent an incomplete HTTP response \(.+\)\.$/);
    }
  });

  it("what only announces an answer is read over; announcements without end are a failure", async () => {
    const early = "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n";
    assert.deepEqual(await answeredBy(early, early, "HTTP/1.1 201 Created\r\n\r\nbody"), { status: 201, head: "body" });
    const kind = await failureWith((socket) => {
      const more = (): void => {
        while (socket.write(early.repeat(1_000)));
        socket.once("drain", more);
      };
      socket.once("data", more);
    });
    assert.equal(kind, "incomplete_response");
  });

  it("101 is reported at once: no other protocol was requested", async () => {
    const answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\nmore";
    const outcome = await failureWith((socket) => void socket.once("data", () => socket.write(answer)));
    assert.equal(outcome, 101);
  });

  it("a connection that is reset is a failure, at any time", async () => {
    const resets: Parameters<typeof startRaw>[0][] = [
      (socket) => void socket.resetAndDestroy(),
      (socket) => void socket.once("data", () => socket.resetAndDestroy()),
      (socket) =>
        void socket.once("data", () =>
          socket.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab", () =>
            setImmediate(() => socket.resetAndDestroy()),
          ),
        ),
    ];
    for (const serve of resets)
      assert.ok(["incomplete_response", "unreachable"].includes(String(await failureWith(serve))));
  });
});

describe("callOut: time (rules 5: 10 s in all)", () => {
  const LIMIT = { deadlineMs: 150 };
  const waits: [string, Parameters<typeof startRaw>[0]][] = [
    ["accepts and is silent", () => undefined],
    ["sends its head byte by byte", (socket) => trickle(socket, "HTTP/1.1 200 OK\r\nX: ")],
    ["sends its body byte by byte", (socket) => trickle(socket, "HTTP/1.1 200 OK\r\n\r\n")],
    ["announces an answer again and again", (socket) => trickle(socket, "", "HTTP/1.1 100 Continue\r\n\r\n")],
    ["never sends its last byte", (socket) => void socket.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nab")],
  ];
  const trickle = (socket: Parameters<Parameters<typeof startRaw>[0]>[0], head: string, drop = "x"): void => {
    socket.write(head);
    const timer = setInterval(() => socket.write(drop), 5);
    socket.on("close", () => clearInterval(timer));
  };

  for (const [name, serve] of waits)
    it(`one limit for everything: a receiver that ${name} has failed (interface 6.3)`, async () => {
      assert.equal(await failureWith(serve, LIMIT), "timeout");
    });

  it("one that takes no more of a long body has failed", async () => {
    assert.equal(
      await failureWith((socket) => void socket.pause(), { ...LIMIT, body: "x".repeat(30_000_000) }),
      "timeout",
    );
  });

  it("a name server that is silent counts too, and so does TLS that is never finished", async () => {
    const silent = await call("http://silent.example.org/", { ...LIMIT, resolve: () => new Promise(() => undefined) });
    assert.deepEqual(silent, {
      error: "No complete response within 0.15 seconds.",
      kind: "timeout",
      code: undefined,
    });
    await using(
      startRaw(() => undefined),
      async (base) => {
        const outcome = await call(base.replace("http:", "https:"), LIMIT);
        assert.equal("kind" in outcome && outcome.kind, "timeout");
      },
    );
  });

  it("the receiver's connection is ended with the call, however that ends", async () => {
    const upgrade = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n";
    const answers: [string, number | string][] = [
      ["", "timeout"],
      [upgrade, 101],
      ["HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", 200],
      ["noise\r\n\r\n", "incomplete_response"],
    ];
    for (const [answer, expected] of answers) {
      const { promise: closed, resolve } = Promise.withResolvers<void>();
      const serve = startRaw((socket) => {
        socket.on("close", () => resolve());
        socket.once("data", () => socket.write(answer));
      });
      await using(serve, async (base) => {
        const outcome = await call(base, LIMIT);
        assert.equal("kind" in outcome ? outcome.kind : outcome.status, expected);
        await closed;
      });
    }
  });

  it("the caller can give up, before and while it runs", async () => {
    await using(startReceiver(), async (base, { accepted }) => {
      const before = await call(base, { signal: AbortSignal.abort() });
      assert.equal("kind" in before && before.kind, "cancelled");
      await call(base);
      assert.equal(accepted(), 1);
    });
    const controller = new AbortController();
    const kind = await failureWith(() => controller.abort(), { signal: controller.signal });
    assert.equal(kind, "cancelled");
  });
});

describe("callOut: where it goes (interface 6.3, rules 5)", () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  before(async () => {
    receiver = await startReceiver();
  });
  after(() => receiver.close());

  it("a name is looked up once, and the call goes to what was found", async () => {
    const asked: string[] = [];
    const resolve = async (name: string) => {
      asked.push(name);
      return ["127.0.0.1"];
    };
    const outcome = await call(`http://Hook.Example.Org:${receiver.port}/`, { resolve });
    assert.deepEqual([outcome, asked], [{ status: 200, head: "ok" }, ["hook.example.org"]]);
    assert.equal(receiver.received.at(-1)?.headers.host, `hook.example.org:${receiver.port}`);
  });

  it("when an address does not take the call, the next one gets it", async () => {
    const outcome = await call(`http://two.example.org:${receiver.port}/`, {
      resolve: async () => ["127.0.0.2", "127.0.0.1"],
    });
    assert.deepEqual(outcome, { status: 200, head: "ok" });
    const far = ["127.0.0.2", "127.0.0.3", "127.0.0.4", "127.0.0.1"];
    const none = await call(`http://four.example.org:${receiver.port}/`, { resolve: async () => far });
    assert.equal("kind" in none && none.kind, "unreachable");
  });

  it("one address that is not open refuses the name, whatever else it leads to (rules 5)", async () => {
    const before = receiver.accepted();
    for (const found of [
      ["127.0.0.1", "10.0.0.1"],
      ["10.0.0.1", "127.0.0.1"],
      ["127.0.0.1", "::1"],
      ["127.0.0.1", "rubbish"],
      [""],
    ]) {
      const outcome = await call(`http://mixed.example.org:${receiver.port}/`, { resolve: async () => found });
      assert.ok("kind" in outcome && outcome.kind === "not_public", found.join());
      assert.match(outcome.error, /^mixed\.example\.org resolves to .+WEBHOOK_ALLOWED_NETWORKS/);
      assert.doesNotMatch(outcome.error, /10\.0|::1/);
    }
    assert.equal(receiver.accepted(), before);
  });

  it("an address that stands for another one is refused when the connection says so", async () => {
    const { port } = receiver;
    const outcome = await call(`http://0.0.0.0:${port}/`, { allowed: ["0.0.0.0/32"] });
    assert.ok("kind" in outcome && outcome.kind === "not_public", JSON.stringify(outcome));
    assert.equal(
      receiver.received.some(({ headers }) => headers.host === `0.0.0.0:${port}`),
      false,
    );
  });

  it("an address that only looks like one is not looked up again", async () => {
    const outcome = await call("http://odd.example.org/", { resolve: async () => [" 127.0.0.1"] });
    assert.equal("kind" in outcome && outcome.kind, "not_public");
  });

  it("no listener, and a name that leads nowhere, are told apart (interface 6.3)", async () => {
    const port = await closedPort();
    const nowhere = await call("http://127.0.0.1:0/");
    assert.equal("kind" in nowhere && nowhere.kind, "unreachable");
    assert.deepEqual(await call(`http://127.0.0.1:${port}/`), {
      error: `127.0.0.1:${port} could not be reached (ECONNREFUSED).`,
      kind: "unreachable",
      code: "ECONNREFUSED",
    });
    const missing = Object.assign(new Error("queryA"), { code: "ENOTFOUND" });
    for (const resolve of [async () => [], async () => Promise.reject(missing)]) {
      const outcome = await call("http://missing.example.org/", { resolve });
      assert.ok("kind" in outcome && outcome.kind === "unresolved");
      assert.match(outcome.error, /^The name missing\.example\.org did not resolve/);
    }
  });

  it("whatever text is given as a URL, it answers and makes no call inside the network", async () => {
    const before = receiver.accepted();
    const text = oneof(
      string({ unit: "grapheme" }),
      webUrl(),
      webAuthority({ withUserInfo: true }).map((at) => `http://${at}/`),
    );
    await assertProperty(
      asyncProperty(text, async (url) => {
        const outcome = await call(url, { allowed: [], resolve: async () => ["127.0.0.1"], deadlineMs: 1_000 });
        return "kind" in outcome && ["wrong_url", "credentials_in_url", "not_public"].includes(outcome.kind);
      }),
      { numRuns: 1_000 },
    );
    assert.equal(receiver.accepted(), before);
  });
});
