import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { Resolve } from "../../../../server/platform/outbound/addresses.ts";
import { checkUrl } from "../../../../server/platform/outbound/call-out.ts";

const leadsTo =
  (...addresses: string[]): Resolve =>
  async () =>
    addresses;
const problemOf = async (url: string, addresses: string[] = ["8.8.8.8"], allowed: string[] = []) =>
  (await checkUrl(url, allowed, { resolve: leadsTo(...addresses) })).problem;

describe("checkUrl, when a webhook is saved (interface 2.5, 4.7, rules 5)", () => {
  it("takes http and https URLs with a public name or address", async () => {
    for (const url of [
      "https://example.org/hook",
      "HTTPS://Example.ORG:8443/hook?a=b#c",
      "http://example.org.",
      "https://bücher.example/ü",
      "http://8.8.8.8/",
      "http://134744072/",
      "https://[2606:4700:4700::1111]:8443/x",
    ])
      assert.deepEqual(await checkUrl(url, [], { resolve: leadsTo("8.8.8.8", "2606:4700:4700::1111") }), {}, url);
  });

  it("refuses what is not an http or https URL, saying what is expected (interface 7)", async () => {
    for (const url of ["", "example.org", "ftp://example.org/", "file:///etc/passwd", "//example.org", "javascript:1"])
      assert.match((await problemOf(url)) ?? "", /must begin with http:\/\/ or https:\/\//, url);
    for (const url of [
      "http:example.org",
      "http://",
      "http:///x",
      "http://exa mple.org",
      " http://example.org",
      "http://a\\b/",
    ])
      assert.match((await problemOf(url)) ?? "", /must (begin with|be complete, with no spaces)/, url);
    for (const url of ["http://example.org:99999/", "http://[::1", "http://1.2.3.4.5/", "http://%00/"])
      assert.match((await problemOf(url)) ?? "", /isn't valid/, url);
  });

  it("refuses a login in any URL (rules 5)", async () => {
    for (const part of ["user:secret@", "user@", "@", ":@", ":secret@", "a@b@"]) {
      const problem = (await problemOf(`https://${part}example.org/`)) ?? "";
      assert.match(problem, /must not contain a username.+auth_username/, part);
      assert.doesNotMatch(problem, /secret/);
    }
    assert.equal(await problemOf("https://example.org/a@b?c=d@e"), undefined);
  });

  it("refuses an address that is not public, and names the setting that opens it (rules 5)", async () => {
    for (const [host, words] of [
      ["127.0.0.1", "this machine itself"],
      ["0x7f.1", "this machine itself"],
      ["[::1]", "this machine itself"],
      ["[::ffff:7f00:1]", "this machine itself"],
      ["192.168.1.1", "a private network"],
      ["[fd00::1]", "a private network"],
      ["169.254.169.254", "a link-local network"],
      ["[64:ff9b::1]", "a reserved range"],
      ["[4000::1]", "a reserved range"],
    ] as const) {
      const problem = (await problemOf(`http://${host}:8080/`)) ?? "";
      assert.ok(problem.includes(`resolves to ${words}`), problem);
      assert.match(problem, /WEBHOOK_ALLOWED_NETWORKS/);
    }
  });

  it("refuses a name of which one address is not public, without giving that address away (rules 5)", async () => {
    for (const found of [["10.1.2.3"], ["8.8.8.8", "10.1.2.3"], ["8.8.8.8", "fd00::a01"], ["10.1.2.3", "8.8.8.8"]]) {
      const problem = (await problemOf("http://inside.example.org/", found)) ?? "";
      assert.match(problem, /^inside\.example\.org resolves to a private network.+WEBHOOK_ALLOWED_NETWORKS/);
      assert.doesNotMatch(problem, /10\.1|fd00/);
    }
  });

  it("takes what the setting opens, and nothing beside it (rules 5)", async () => {
    assert.equal(await problemOf("http://127.0.0.1:9/", [], ["127.0.0.0/8"]), undefined);
    assert.equal(await problemOf("http://x.example.org/", ["10.1.2.3"], ["10.1.2.0/24"]), undefined);
    assert.notEqual(await problemOf("http://x.example.org/", ["10.1.2.3", "10.1.3.3"], ["10.1.2.0/24"]), undefined);
    assert.notEqual(await problemOf("http://[::1]:9/", [], ["127.0.0.0/8"]), undefined);
  });

  it("takes a name that does not resolve, with a note that says so (rules 5)", async () => {
    const failing: Resolve[] = [
      leadsTo(),
      async () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" })),
      async () => Promise.reject(new Error("no")),
    ];
    for (const resolve of failing) {
      const { problem, note } = await checkUrl("https://later.example.org/", [], { resolve });
      assert.equal(problem, undefined);
      assert.match(note ?? "", /^The name later\.example\.org did not resolve/);
    }
    const note = "The URL's host name didn't resolve in time.";
    const silent: Resolve = () => new Promise(() => undefined);
    assert.deepEqual(await checkUrl("https://slow.example.org/", [], { resolve: silent, deadlineMs: 20 }), { note });
  });

  it("looks a name up as the machine does, the hosts file included", async () => {
    assert.match((await checkUrl("http://localhost:8080/", [])).problem ?? "", /this machine itself/);
  });

  it("refuses a URL of more than 4096 characters", async () => {
    const long = `https://example.org/${"a".repeat(4_096)}`;
    assert.equal(await problemOf(long.slice(0, 4_096)), undefined);
    assert.match((await problemOf(long.slice(0, 4_097))) ?? "", /at most 4096 characters/);
  });
});
