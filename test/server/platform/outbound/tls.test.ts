import assert from "node:assert/strict";
import { createServer } from "node:https";
import { after, afterEach, before, describe, it } from "node:test";
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from "node:tls";

import { callOut } from "../../../../server/platform/outbound/call-out.ts";
import { CERTIFICATE, KEY } from "../../../cli/pem.ts";
import { type Receiver, startCounting, startReceiver } from "./receiver.ts";

const requests: string[] = [];
const names: (string | false | null)[] = [];
const server = createServer({ cert: CERTIFICATE, key: KEY }, (request, response) => {
  requests.push(request.headers.host ?? "");
  response.end("secret");
}).on("secureConnection", (socket: TLSSocket) => names.push(socket.servername));
server.on("tlsClientError", (_, socket) => socket.destroy());

let receiver: Receiver;
const usual = getCACertificates("default");
before(async () => {
  receiver = await startCounting(server, "127.0.0.1");
});
after(() => receiver.close());
afterEach(() => {
  setDefaultCACertificates(usual);
  delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"];
  requests.length = 0;
  names.length = 0;
});

const trust = (): void => setDefaultCACertificates([...usual, CERTIFICATE]);
const call = (host: string, port = receiver.port) =>
  callOut({
    url: `https://${host}:${port}/`,
    method: "POST",
    headers: {},
    body: "{}",
    allowed: ["127.0.0.0/8"],
    deadlineMs: 5_000,
    maxBytes: 1_024,
    resolve: async () => ["127.0.0.1"],
  });
const refusedAs = async (host: string, port?: number): Promise<string> => {
  const outcome = await call(host, port);
  assert.ok("kind" in outcome, JSON.stringify(outcome));
  assert.deepEqual([outcome.kind, requests.length], ["tls", 0]);
  return outcome.error;
};

describe("callOut: https (interface 6.3, rules 5)", () => {
  it("the certificate is checked for the name of the URL, while the call goes to the checked address", async () => {
    trust();
    assert.deepEqual(await call("Visitors.example.org"), { status: 200, head: "secret" });
    assert.deepEqual([names, requests], [["visitors.example.org"], [`visitors.example.org:${receiver.port}`]]);
  });

  it("a name with its final dot is the same name", async () => {
    trust();
    assert.deepEqual(await call("visitors.example.org."), { status: 200, head: "secret" });
    assert.deepEqual(names, ["visitors.example.org"]);
  });

  it("a certificate for another name, or for no address, is a failure, and nothing is sent (interface 6.3)", async () => {
    trust();
    assert.match(await refusedAs("other.example.org"), /^No secure connection to other\.example\.org: .*altnames/);
    assert.match(await refusedAs("127.0.0.1"), /altnames|does not match/);
  });

  it("an untrusted certificate is a failure, also where the environment would let it pass", async () => {
    assert.match(await refusedAs("visitors.example.org"), /self-signed/);
    process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
    assert.match(await refusedAs("visitors.example.org"), /self-signed/);
  });

  it("a receiver that speaks no TLS is a failure", async () => {
    const plain = await startReceiver();
    try {
      await refusedAs("visitors.example.org", plain.port);
      assert.equal(plain.received.length, 0);
    } finally {
      await plain.close();
    }
  });
});
