import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";

import { callOut, checkUrl } from "../../../../server/platform/outbound/call-out.ts";
import { ANY_NETWORK, isAllowedAddress } from "../../../../server/platform/outbound/ssrf-guard.ts";
import { BEHAVIOURS } from "./behaviours.ts";
import { DENIED_IPV4, DENIED_IPV6, deniedUrls, PUBLIC_ADDRESSES } from "./corpus.ts";
import { hasNamespaces, runInNamespace } from "./namespace.ts";
import { startReceiver } from "./receiver.ts";

const SKIPPED =
  "THIS MACHINE ALLOWS NO NETWORK NAMESPACE: addresses of other networks and DNS behaviours are NOT proved here";

describe("isAllowedAddress (rules 5: public unicast addresses only)", () => {
  it("lets public addresses through, up to the very ends of what is reserved", () => {
    for (const address of PUBLIC_ADDRESSES) assert.ok(isAllowedAddress(address, []), address);
    assert.ok(isAllowedAddress("::ffff:8.8.8.8", []));
  });

  it("stops every other range of both families, and IPv4 inside IPv6 in every form", () => {
    for (const address of [...DENIED_IPV4, ...DENIED_IPV6]) assert.ok(!isAllowedAddress(address, []), address);
    for (const address of DENIED_IPV4)
      for (const prefix of ["::ffff:", "::", "64:ff9b::", "64:ff9b:1::", "::ffff:0:"])
        assert.ok(!isAllowedAddress(prefix + address, []), prefix + address);
    assert.ok(!isAllowedAddress("fe80::1%eth0", []));
  });

  it("stops what is not an address", () => {
    for (const text of [
      "",
      "localhost",
      "8.8.8",
      "8.8.8.8.8",
      "8.8.8.8/32",
      "0x8.8.8.8",
      "8.8.8.8:80",
      " 8.8.8.8",
      "8.8.8.8\n",
      "[::1]",
      "example.org",
    ])
      assert.ok(!isAllowedAddress(text, ANY_NETWORK), text);
  });

  it("anywhere is anywhere", () => {
    for (const address of [...DENIED_IPV4, ...DENIED_IPV6, ...PUBLIC_ADDRESSES])
      assert.ok(isAllowedAddress(address, ANY_NETWORK), address);
  });
});

describe("The wall (interface 4.7, rules 5)", () => {
  it("no URL of the corpus is called or saved, and no process on this machine is connected to (interface 4.7)", async (t) => {
    const receiver = await startReceiver();
    t.after(() => receiver.close());
    const urls = deniedUrls(receiver.port);
    for (const url of urls) {
      const outcome = await callOut({
        url,
        method: "GET",
        headers: {},
        body: undefined,
        allowed: [],
        deadlineMs: 2_000,
        maxBytes: 1_024,
      });
      assert.ok(
        "kind" in outcome && ["wrong_url", "credentials_in_url", "not_public"].includes(outcome.kind),
        `${url}: ${JSON.stringify(outcome)}`,
      );
      assert.ok((await checkUrl(url, [])).problem !== undefined, url);
    }
    assert.ok(urls.length >= 400);
    assert.equal(receiver.accepted(), 0);
  });

  it("in a network where every address answers: 0 connections to a denied one, by URL, DNS or redirect (interface 4.7)", (t) => {
    if (!hasNamespaces()) {
      console.error(SKIPPED);
      t.skip(SKIPPED);
      return;
    }
    const { urls, behaviours, passed, failed } = JSON.parse(
      runInNamespace(join(import.meta.dirname, "child-calls.ts")),
    );
    console.log(
      `SSRF: ${urls} URLs, ${behaviours} DNS behaviours with two resolvers, 0 connections to a denied address wanted; ` +
        `${passed} passed, ${failed.length} failed`,
    );
    assert.deepEqual(failed, []);
    assert.ok(urls >= 400 && behaviours >= 60 && passed > 2 * urls + 2 * BEHAVIOURS.size);
  });
});
