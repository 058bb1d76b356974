import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { SHORT } from "../../../../server/areas/web/faces.ts";
import { makeFolder } from "../../../support/run/process.ts";
import { makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  const webDir = await makeFolder();
  for (const face of ["console", "kiosk", "visitor"]) {
    await mkdir(join(webDir, face));
    await writeFile(join(webDir, face, "index.html"), `<html><head></head>${face}</html>`);
  }
  world = await makeWorld({ env: { WEB_DIR: webDir } });
});
after(() => world.close());

const read = (url: string, headers: Record<string, string> = {}) => world.app.inject({ url, headers });
const HTML = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("addresses that don't exist", () => {
  it("404: a browser gets a page in its language with the way home", async () => {
    const words = { en: "Page not found", nl: "Deze pagina bestaat niet", fr: "Cette page n’existe pas" };
    for (const [language, title] of Object.entries({ ...words, de: "Diese Seite gibt es nicht" }))
      for (const url of ["/nothing", "/kiosk/nothing.js", "/a/b/c"]) {
        const { statusCode, headers, body } = await read(url, { ...HTML, "accept-language": language });
        assert.deepEqual([statusCode, headers["content-type"]], [404, "text/html; charset=utf-8"], url);
        assert.ok(body.includes(`<h1>${title}</h1>`) && body.includes(`lang="${language}"`), body.slice(-400));
        assert.match(body, /<a href="http:\/\/[^"/]+\/">/);
      }
  });

  it("404: a program gets JSON, below /api a browser too", async () => {
    for (const headers of [{}, { accept: "*/*" }, { accept: "application/json" }])
      assert.equal((await read("/nothing", headers)).json().code, "no_such_endpoint");
    assert.equal((await read("/api/nothing", { ...HTML, ...world.admin })).json().code, "no_such_endpoint");
    assert.equal((await world.app.inject({ method: "POST", url: "/nothing", headers: HTML })).statusCode, 404);
  });

  it("200: pages of the console without a location are the console's", async () => {
    for (const path of [...SHORT.map((one) => one.replace("*", "system")), "/"])
      assert.match((await read(path, HTML)).body, /console/, path);
  });
});

describe("what crawlers and scanners ask for", () => {
  it("pages are for no search engine, and none but kiosk and visitor pages may use a camera", async () => {
    for (const url of ["/", "/login", "/visit", "/decide?token=x", "/docs", "/session/password?token=x", "/nothing"]) {
      const { headers } = await read(url, HTML);
      assert.equal(headers["x-robots-tag"], "noindex", url);
      assert.match(
        String(headers["permissions-policy"]),
        /^camera=\((self)?\), microphone=\(\), geolocation=\(\)$/,
        url,
      );
    }
    const { headers, body } = await read("/robots.txt");
    assert.deepEqual([headers["content-type"], body], ["text/plain; charset=utf-8", "User-agent: *\nDisallow: /\n"]);
  });

  it("security.txt has the contact of the setting, and expires (RFC 9116); without one it is 404", async () => {
    assert.equal((await read("/.well-known/security.txt")).statusCode, 404);
    const env = { SECURITY_CONTACT: "mailto:security@example.org", PUBLIC_URL: "https://visitors.example.org" };
    const named = await makeWorld({ database: world.database, env });
    const { statusCode, headers, body } = await named.app.inject("/.well-known/security.txt");
    await named.close();
    assert.deepEqual([statusCode, headers["content-type"]], [200, "text/plain; charset=utf-8"]);
    assert.match(
      body,
      /^Contact: mailto:security@example\.org\nExpires: (\S+)\nCanonical: https:\/\/visitors\.example\.org\/\.well-known\/security\.txt\n$/,
    );
    const expires = Date.parse(/Expires: (\S+)/.exec(body)?.[1] ?? "");
    assert.ok(expires > Date.now() && expires <= Date.now() + 366 * 86_400_000);
  });
});
