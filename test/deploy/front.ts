import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { type ClientHttp2Session, connect, type IncomingHttpHeaders, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectTcp } from "node:net";
import { join } from "node:path";
import { it } from "node:test";
import { connect as connectTls } from "node:tls";

import { makeAuthority, makeServer } from "../../cli/commands/tls/certificate.ts";
import { cleanUp, freePort, makeFolder, undoLater, until } from "../support/run/process.ts";
import { buildLocation, buildVisit, makeWorld, unknownKey, type World } from "../support/world.ts";

/** The name in the example configurations. */
export const NAME = "visitors.example.org";

/** Where a proxy under test finds its things, and where it is to listen. */
export type Site = { folder: string; certificate: string; key: string; http: number; https: number; app: number };

type Asked = { path?: string; headers?: OutgoingHttpHeaders; body?: string; from?: string };
type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/** A Foyer behind a proxy that is really running. */
export type Front = Site & {
  world: World;
  /** An HTTP/2 session over TLS, from an address of this machine. */
  session: (from?: string) => ClientHttp2Session;
  /** One call through the proxy. */
  call: (asked?: Asked) => Promise<Answer>;
  close: () => Promise<void>;
};

const sessionOf = (https: number, ca: string, localAddress = "127.0.0.1"): ClientHttp2Session =>
  connect(`https://127.0.0.1:${https}`, {
    createConnection: () => {
      const socket = connectTcp({ host: "127.0.0.1", port: https, localAddress });
      return connectTls({ socket, ca, servername: NAME, ALPNProtocols: ["h2"] });
    },
  }).on("error", () => undefined);

const callBy = async (
  client: ClientHttp2Session,
  { path = "/healthz", headers = {}, body }: Asked,
): Promise<Answer> => {
  const method = body === undefined ? {} : { ":method": "POST", "content-type": "application/json" };
  const stream = client.request({ ":authority": NAME, ":path": path, ...method, ...headers });
  stream.on("error", () => undefined).end(body);
  const failed = once(client, "error").then(([error]: unknown[]) => Promise.reject(error));
  const [answer] = await Promise.race([once(stream, "response"), failed]);
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return { status: Number(answer[":status"]), headers: answer, text: Buffer.concat(chunks).toString() };
};

const makeSite = async (app: number): Promise<{ site: Site; ca: string }> => {
  const folder = await makeFolder();
  const authority = await makeAuthority("Foyer", Date.now());
  const server = await makeServer(authority, [NAME], Date.now());
  const [certificate, key] = [join(folder, "server.crt"), join(folder, "server.key")];
  await writeFile(certificate, server.certificate.toString());
  await writeFile(key, server.key.export({ type: "pkcs8", format: "pem" }));
  const [http, https] = [await freePort(), await freePort()];
  return { site: { folder, certificate, key, http, https, app }, ca: authority.certificate.toString() };
};

/** Starts Foyer with the settings the examples name, and a proxy before it. */
export const openFront = async (start: (site: Site) => Promise<ChildProcess>): Promise<Front> => {
  const world = await makeWorld({ env: { TRUSTED_PROXIES: "127.0.0.1", PUBLIC_URL: `https://${NAME}` } });
  await world.app.listen({ port: 0, host: "127.0.0.1" });
  const address = world.app.server.address();
  const { site, ca } = await makeSite(typeof address === "object" && address !== null ? address.port : 0);
  const proxy = await start(site);
  const ended = once(proxy, "exit");
  undoLater(async () => {
    proxy.kill("SIGTERM");
    await ended;
  });
  const session = (from?: string): ClientHttp2Session => sessionOf(site.https, ca, from);
  const call = async (asked: Asked = {}): Promise<Answer> => {
    const client = session(asked.from);
    return callBy(client, asked).finally(() => client.close());
  };
  await until("the proxy", async () => (await call().catch(() => undefined))?.status === 200 || undefined);
  const close = async (): Promise<void> => {
    await cleanUp();
    await world.close();
  };
  return { ...site, world, session, call, close };
};

/** A text with parts of it replaced, each of which must be there. */
export const replaced = (text: string, parts: readonly (readonly [string | RegExp, string])[]): string =>
  parts.reduce((before, [from, to]) => {
    const after = before.replace(from, to);
    assert.notEqual(after, before, String(from));
    return after;
  }, text);

/** What must hold behind every proxy of the examples. */
export const guarantees = (front: () => Front): void => {
  it("speaks HTTP/2 over TLS 1.3, with HSTS", async () => {
    const client = front().session();
    await once(client, "connect");
    const protocol: unknown = Reflect.get(client.socket, "getProtocol").call(client.socket);
    assert.deepEqual([client.alpnProtocol, protocol], ["h2", "TLSv1.3"]);
    client.close();
    const { status, headers, text } = await front().call();
    assert.deepEqual([status, JSON.parse(text).status], [200, "alive"]);
    assert.match(String(headers["strict-transport-security"]), /^max-age=\d{8}/);
  });

  it("over plain HTTP a page leads to HTTPS; a call is refused, so that no client goes on sending a credential in the clear", async () => {
    const ask = async (method: string, path: string) => {
      const asked = request({ host: "127.0.0.1", port: front().http, method, path, headers: { host: NAME } }).end();
      const [answer] = await once(asked, "response");
      answer.resume();
      return [answer.statusCode, answer.headers.location];
    };
    for (const method of ["GET", "HEAD"])
      assert.deepEqual(await ask(method, "/docs?x=1"), [301, `https://${NAME}/docs?x=1`]);
    const refused = ["/api", "/api/companiesList", "/session", "/kiosk/api/pairing", "/visit/api/badge"];
    for (const path of refused) assert.deepEqual(await ask("GET", path), [403, undefined], path);
    assert.deepEqual(await ask("POST", "/decide"), [403, undefined]);
    assert.equal((await ask("GET", "/apiary"))[0], 301);
  });

  it("refusals count for the caller's own address, whatever it claims to be (rules 1)", async () => {
    const { call, world } = front();
    const headers = { ...unknownKey(), "x-forwarded-for": "203.0.113.9", forwarded: "for=203.0.113.9" };
    const asOther = (): Promise<Answer> => call({ path: "/api/companiesList", headers, from: "127.0.0.2" });
    for (let n = 0; n < 30; n += 1) assert.equal((await asOther()).status, 403);
    assert.equal((await asOther()).status, 429);
    const own = await call({ path: "/api/companiesList", headers: world.admin, from: "127.0.0.3" });
    assert.equal(own.status, 200);
    assert.equal((await world.get("/companiesList", { from: "203.0.113.9" })).status, 200);
  });

  it("404: shows the metrics to no caller, however the path is spelt; the probes of a monitor pass", async () => {
    const { call, world } = front();
    const own = await world.app.inject("/metrics");
    assert.ok(own.body.includes("foyer_build_info"));
    for (const path of [
      "/metrics",
      "/metrics?x=1",
      "/metrics/",
      "/metrics%2F",
      "/%6detrics",
      "//metrics",
      "/x/../metrics",
      "/metrics;x",
    ])
      assert.ok(!(await call({ path })).text.includes("foyer_"), path);
    assert.equal((await call({ path: "/metrics" })).status, 404);
    for (const path of ["/healthz", "/readyz"]) assert.equal((await call({ path })).status, 200);
  });

  it("passes events on as they come", async () => {
    const { world, session } = front();
    const location = await buildLocation(world);
    const client = session();
    const path = `/api/companies/${location}/events`;
    const stream = client.request({ ":authority": NAME, ":path": path, ...world.admin });
    const arrived = new Promise<string>((resolve) => {
      let said = "";
      stream.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes("visitor_signed_in")) resolve(said);
      });
    });
    const [answer] = await once(stream, "response");
    assert.match(String(answer["content-type"]), /^text\/event-stream/);
    const { _id } = await buildVisit(world, location);
    assert.ok((await arrived).includes(_id));
    client.destroy();
  });

  it("lets bodies through up to Foyer's own limits, and Foyer's own words about larger ones", async () => {
    const { world, call } = front();
    const path = `/api/companies/${await buildLocation(world)}/visitees/bulk`;
    const hosts = (mebibytes: number): string =>
      JSON.stringify([{ cn: "A", mobile: " ".repeat(mebibytes * 1024 * 1024) }]);
    assert.notEqual((await call({ path, headers: world.admin, body: hosts(15) })).status, 413);
    const large = await call({ path, headers: world.admin, body: hosts(17) });
    assert.equal(large.status, 413);
    assert.equal(typeof JSON.parse(large.text).message, "string");
  });
};
