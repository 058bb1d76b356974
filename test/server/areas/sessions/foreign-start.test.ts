import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  // No server listens there: a browser that is sent on learns that the provider is away.
  const oidc = { OIDC_ISSUER: "http://127.0.0.1:1", OIDC_CLIENT_ID: "foyer", OIDC_CLIENT_SECRET: "finch" };
  world = await makeWorld({ env: oidc });
});
after(() => world.close());

const start = (headers: Record<string, string>) => world.app.inject({ url: "/session/oidc/start", headers });

describe("GET /session/oidc/start (OWASP ASVS 5.0, 7.6.2)", () => {
  it("302: a link on another site leads to our own page, not to the provider, and begins nothing", async () => {
    for (const site of ["cross-site", "same-site"]) {
      const { statusCode, headers } = await start({ "sec-fetch-site": site });
      assert.deepEqual([statusCode, headers.location], [302, `${world.context.config.publicUrl}/login`], site);
      assert.equal(headers["set-cookie"], undefined);
    }
  });

  it("503: our own button, an address that was typed, and a browser that says nothing go on to the provider", async () => {
    for (const headers of [{ "sec-fetch-site": "same-origin" }, { "sec-fetch-site": "none" }, {}])
      assert.equal((await start(headers)).statusCode, 503);
  });
});
