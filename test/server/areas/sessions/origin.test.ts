import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { basic, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, ORIGIN, PASSWORD, type Visitor } from "./visitor.ts";

const PUBLIC = "https://visitors.example.org";

let world: World;
let location: string;
let email: string;
let visitor: Visitor;

before(async () => {
  world = await makeWorld({ env: { PUBLIC_URL: `${PUBLIC}/` } });
  location = await buildLocation(world);
  ({ email } = await buildAccount(world, { companies: [location], role: "local_admin" }));
  visitor = makeVisitor(world, newAddress(), PUBLIC);
  await visitor.signIn(email, PASSWORD);
});
after(() => world.close());

/** What a browser may say of the page that makes a call: `Origin` and `Sec-Fetch-Site`. */
const ORIGINS: Record<string, string | undefined> = {
  none: undefined,
  public: PUBLIC,
  host: ORIGIN,
  null: "null",
  empty: "",
  other: "https://evil.example",
  "another port": `${PUBLIC}:8443`,
  "another scheme": PUBLIC.replace("https", "http"),
  "a subdomain": "https://x.visitors.example.org",
  "ours as a prefix": `${PUBLIC}.evil.example`,
};
const SITES = [undefined, "same-origin", "none", "same-site", "cross-site", "nonsense"];

/** The rule, written down a second time: a headline for each cell of the matrix. */
const isLetIn = (method: string, origin: string, site: string | undefined): boolean => {
  if (!["none", "public", "host"].includes(origin)) return false;
  if (site !== undefined && !["same-origin", "none"].includes(site)) return false;
  return method === "GET" || origin !== "none" || site !== undefined;
};

const headersOf = (origin: string | undefined, site: string | undefined): Record<string, string> => ({
  ...(origin === undefined ? {} : { origin }),
  ...(site === undefined ? {} : { "sec-fetch-site": site }),
});

/** Calls that change data, below `/api` and outside it; each can be repeated. */
const CALLS: [string, string, (path: string) => unknown][] = [
  ["GET", "/api/users/me", () => undefined],
  ["GET", "/session", () => undefined],
  ["POST", "/api/visitors", () => ({ company_id: location })],
  ["PUT", "/api/companies/{id}", () => ({ city: "Mons" })],
  ["DELETE", "/api/visitors/66f1a2b3c4d5e6f708192a3b", () => undefined],
  ["DELETE", "/session/list/66f1a2b3c4d5e6f708192a3b", () => undefined],
];

describe("calls with a session cookie from other origins (rules 5)", () => {
  for (const [method, path, body] of CALLS)
    it(`403: ${method} ${path} from every page but our own, and changes only where the browser says that it is ours`, async () => {
      const bare = makeVisitor(world, newAddress(), null);
      for (const [name, value] of visitor.jar) bare.jar.set(name, value);
      for (const [name, origin] of Object.entries(ORIGINS))
        for (const site of SITES) {
          const sent = { headers: headersOf(origin, site), body: body(path) };
          const { status, text } = await bare.send(method, path.replace("{id}", location), sent);
          const expected = isLetIn(method, name, site);
          assert.equal(status !== 403, expected, `${name} ${site}: ${status} ${text}`);
          if (!expected) assert.equal(text, '{"error":"Invalid API key"}');
        }
    });

  it("200: keys and passwords are not cookies: where they are sent, the origin does not matter", async () => {
    const foreign = headersOf("https://evil.example", "cross-site");
    for (const credential of [await buildKey(world, [location]), basic(email, PASSWORD)]) {
      const headers = { ...foreign, ...credential };
      assert.equal((await visitor.send("GET", "/api/companiesList", { headers })).status, 200);
      const body = { company_id: location };
      assert.equal((await visitor.send("POST", "/api/visitors", { headers, body })).status, 200);
    }
  });

  it("403: a page elsewhere neither signs a visitor of it in nor out, and takes no cookie from them", async () => {
    const body = { email, password: PASSWORD };
    for (const headers of [headersOf("https://evil.example", undefined), headersOf(undefined, "cross-site")]) {
      const other = makeVisitor(world, newAddress(), null);
      const { status, cookies } = await other.send("POST", "/session", { body, headers });
      assert.deepEqual([status, cookies], [403, []]);
      const out = await visitor.send("DELETE", "/session", { headers });
      assert.deepEqual([out.status, out.cookies], [403, []]);
    }
    assert.equal((await visitor.send("GET", "/session")).status, 200);
  });

  it("200: a program that says nothing of pages may sign in", async () => {
    const program = makeVisitor(world, newAddress(), null);
    const { status } = await program.send("POST", "/session", { body: { email, password: PASSWORD } });
    assert.equal(status, 200);
  });
});
