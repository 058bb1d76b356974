import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { openSite, PHONE, runBroadly, SECRETS, type Site } from "./broad-run.ts";

let site: Site;
let secrets: string[];

before(async () => {
  site = await openSite();
  await runBroadly(site);
  const { tenant, key, world } = site;
  const secretOfKey = key.authorization.split("_").at(-1) ?? "";
  secrets = [tenant.canary, PHONE, PHONE.slice(1), secretOfKey, world.context.secretKey, ...Object.values(SECRETS)];
});
after(() => site.close());

const holds = (text: string, secret: string): boolean => {
  const low = text.toLowerCase();
  return [secret, Buffer.from(secret).toString("base64"), encodeURIComponent(secret)].some((form) =>
    low.includes(form.toLowerCase()),
  );
};

const assertClean = (where: string, texts: readonly string[], secrets: readonly string[]): void => {
  for (const text of texts)
    for (const secret of secrets) assert.ok(!holds(text, secret), `${where} holds ${secret}: ${text.slice(0, 600)}`);
};

describe("personal data outside its place", () => {
  it("the run is broad: every endpoint, failing ones too, errors of the database and of the outside", (context) => {
    context.diagnostic(
      `${site.calls} calls, ${site.failures} answers of 5xx, ${site.lines.length} lines, ${site.collector.spans().length} spans`,
    );
    assert.ok(site.calls > site.world.endpoints.length * 6);
    assert.ok(site.failures >= 4);
    assert.ok(site.lines.some((line) => line.includes('"msg":"request failed"')));
    assert.ok(site.lines.some((line) => line.includes('"msg":"request refused"')));
    assert.ok(site.lines.some((line) => line.includes("a message")));
    assert.ok(site.lines.filter((line) => line.includes('"msg":"request"')).length > site.calls / 2);
    assert.ok(site.collector.spans().length > site.calls);
    assert.ok(site.mailbox.received.length > 0);
  });

  it("0 canaries in the log at its chattiest level", () => {
    assertClean("the log", site.lines, secrets);
  });

  it("every line of the log of a request has its id, its principal by kind and id, and its route as a pattern", () => {
    const facts = site.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "request");
    for (const { requestId, route, method, ms, principal } of facts) {
      assert.match(requestId, /^[0-9a-f]{24}$/);
      assert.ok(method && typeof ms === "number" && (route === "unmatched" || /^\/[\w/:.*-]*$/.test(route)), route);
      if (principal !== undefined) assert.deepEqual(Object.keys(principal), ["kind", "id"]);
    }
    assert.ok(facts.some(({ principal }) => principal?.kind === "api_key"));
    const failed = site.lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === "request failed");
    assert.equal(failed.principal.kind, "user");
  });

  it("0 canaries in the metrics", async () => {
    const headers = { authorization: `Bearer ${SECRETS.metrics}` };
    const { body, statusCode } = await site.world.app.inject({ url: "/metrics", headers });
    assert.equal(statusCode, 200);
    assertClean("the metrics", [body], secrets);
  });

  it("0 canaries in traces", () => {
    assertClean("a trace", site.collector.bodies, secrets);
  });

  it("0 canaries in the bodies of refusals and failures", () => {
    assertClean("an error", site.errorBodies, secrets);
  });

  it("0 canaries in the addresses that mails link to: a token only", () => {
    const links = site.mailbox.received.flatMap(({ mail }) => [
      ...`${mail.html} ${mail.text}`.matchAll(/https?:\/\/[^\s"'<>]+/g),
    ]);
    assert.ok(links.length > 0);
    assertClean(
      "a link",
      links.map(([url]) => url),
      secrets,
    );
  });
});
