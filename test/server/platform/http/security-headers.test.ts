import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { makeFolder } from "../../../support/run/process.ts";
import { buildLocation, buildVisit, listen, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let secure: World;

before(async () => {
  world = await makeWorld();
  secure = await makeWorld({ database: world.database, env: { PUBLIC_URL: "https://visitors.example.org" } });
});
after(async () => {
  await secure.close();
  await world.close();
});

/** One of each way to be answered: the interface, refusals, what is not there, what can't be decoded, and the areas beside it. */
const CALLS: readonly [method: "GET" | "POST" | "DELETE", path: string][] = [
  ["GET", "/api/companiesList"],
  ["GET", "/api/openapi.json"],
  ["GET", "/api/nothing"],
  ["GET", "/api/%E0%A4%A"],
  ["GET", "/nothing"],
  ["GET", "/%E0%A4%A"],
  ["GET", "/docs"],
  ["GET", "/healthz"],
  ["GET", "/readyz"],
  ["GET", "/metrics"],
  ["GET", "/session"],
  ["GET", "/session/options"],
  ["GET", "/session/password?token=none"],
  ["POST", "/session"],
  ["POST", "/setup/administrator"],
  ["POST", "/kiosk/api/pair"],
  ["GET", "/visit/api/nothing"],
  ["DELETE", "/healthz"],
];

const answers = (to: World) =>
  Promise.all(
    CALLS.map(async ([method, url]) => {
      const { headers } = await to.app.inject({ method, url, headers: { ...to.admin } });
      return { url, headers };
    }),
  );

describe("headers of every answer (OWASP ASVS 5.0, 3.4 and 14.3.2)", () => {
  it("every answer has a policy that allows nothing by default, and can't be framed", async () => {
    for (const { url, headers } of await answers(world)) {
      const policy = String(headers["content-security-policy"]);
      assert.match(policy, /default-src 'none'/, url);
      assert.match(policy, /base-uri 'none'/, url);
      assert.match(policy, /frame-ancestors 'none'/, url);
    }
  });

  it("no answer is guessed at, and none tells another site where it was", async () => {
    for (const { url, headers } of await answers(world)) {
      assert.equal(headers["x-content-type-options"], "nosniff", url);
      assert.equal(headers["referrer-policy"], "no-referrer", url);
      assert.equal(headers["cross-origin-opener-policy"], "same-origin", url);
      assert.equal(headers["cross-origin-resource-policy"], "same-origin", url);
    }
  });

  it("no answer but the public description may be kept by a browser or a proxy", async () => {
    for (const { url, headers } of await answers(world))
      assert.equal(headers["cache-control"], url === "/docs" ? "no-cache" : "no-store", url);
  });

  it("with an https PUBLIC_URL every answer says to come back by HTTPS only; without, none does", async () => {
    for (const { url, headers } of await answers(secure))
      assert.match(String(headers["strict-transport-security"]), /^max-age=63072000; includeSubDomains$/, url);
    for (const { url, headers } of await answers(world))
      assert.equal(headers["strict-transport-security"], undefined, url);
  });

  it("a stream of events has them too", async () => {
    const { headers } = await secure.get(`/companies/${await buildLocation(secure)}/events`);
    assert.equal(headers["x-content-type-options"], "nosniff");
    assert.match(String(headers["strict-transport-security"]), /includeSubDomains/);
  });

  it("a picture that a visitor sent can't be framed, and runs nothing (3.2.1)", async () => {
    const photo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>').toString("base64");
    const { _id } = await buildVisit(world, await buildLocation(world), { photo });
    const { status, headers } = await world.get(`/visitors/${_id}/photo`);
    assert.equal(status, 200);
    const policy = String(headers["content-security-policy"]);
    for (const part of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "sandbox"])
      assert.ok(policy.includes(part), part);
  });

  it("a built file lets a worker load and call what is ours, nothing else", async () => {
    const folder = await makeFolder();
    await mkdir(join(folder, "assets"));
    for (const name of ["sw.js", "assets/worker.js"]) await writeFile(join(folder, name), "fetch('/healthz');");
    const built = await makeWorld({ database: world.database, env: { WEB_DIR: folder } });
    for (const url of ["/sw.js", "/assets/worker.js"]) {
      const { statusCode, headers } = await built.app.inject(url);
      assert.equal(statusCode, 200);
      const policy = String(headers["content-security-policy"]);
      for (const part of ["default-src 'none'", "connect-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"])
        assert.ok(policy.includes(part), part);
      assert.ok(policy.includes("frame-ancestors 'none'"));
      assert.equal(headers["x-content-type-options"], "nosniff");
    }
    await built.close();
  });

  it("400: also the answer to bytes that are not a request; and TRACE gives nothing back (13.4.4)", async () => {
    const { port } = new URL(await listen(world));
    const ask = async (text: string): Promise<string> => {
      const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
      await once(socket, "connect");
      socket.end(text);
      const chunks: string[] = [];
      for await (const chunk of socket) chunks.push(String(chunk));
      return chunks.join("");
    };
    const unreadable = await ask("NO HTTP\r\n\r\n");
    assert.match(unreadable, /^HTTP\/1\.1 400 .*x-content-type-options: nosniff\r\n.*\r\n\r\n\{"message"/s);
    const traced = await ask("TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Canary: finch\r\n\r\n");
    assert.match(traced, /^HTTP\/1\.1 4\d\d /);
    assert.ok(!traced.includes("finch"));
  });
});
