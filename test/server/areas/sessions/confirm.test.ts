import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import * as sessions from "../../../../server/areas/sessions/contract.ts";
import * as factors from "../../../../server/areas/sessions/factors/contract.ts";
import { nameOf } from "../../../security/requests.ts";
import { basic, type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "./visitor.ts";

const MINUTE_MS = 60_000;

let world: World;
let admin: Body;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  admin = await buildAccount(world, { role: "global_admin" });
});
after(() => world.close());

/** A user who logged in that long ago. */
const signedInFor = async (ms: number, { email }: Body = admin): Promise<Visitor> => {
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(email, PASSWORD);
  await world.db.pool.query(
    "update sessions set confirmed = confirmed - $2::interval where user_id = (select _id from users where email = $1)",
    [email, `${ms} milliseconds`],
  );
  return visitor;
};

const confirm = (visitor: Visitor, password: string) =>
  visitor.send("POST", "/session/confirm", { body: { password } });

/** Every change of how a user logs in or what may call, with a body that would do it. */
const acts = (user: string, session: string): [string, string, unknown?][] => [
  ["POST", "/api/users", { email: "made@example.org", role: "employee", companies: [location] }],
  ["PUT", `/api/users/${user}`, { role: "local_admin", companies: [location] }],
  ["DELETE", `/api/users/${user}`],
  ["POST", "/api/apikeys", { name: "made", companies: [location] }],
  ["PUT", `/api/apikeys/${user}`, { name: "made" }],
  ["DELETE", `/api/apikeys/${user}`],
  ["POST", "/api/idpcredentials", { name: "made" }],
  ["PUT", `/api/idpcredentials/${user}`, { name: "made" }],
  ["DELETE", `/api/idpcredentials/${user}`],
  ["POST", "/api/directories", { kind: "scim", name: "made" }],
  ["PUT", `/api/directories/${user}`, { name: "made" }],
  ["DELETE", `/api/directories/${user}`],
  ["POST", `/api/directories/${user}/tokens`],
  ["DELETE", `/api/directories/${user}/tokens/${user}`],
  ["PUT", `/api/directories/${user}/rules`, []],
  ["POST", `/api/directories/${user}/sync`, {}],
  ["POST", "/api/loginproviders", { name: "made" }],
  ["PUT", `/api/loginproviders/${user}`, { name: "made" }],
  ["DELETE", `/api/loginproviders/${user}`],
  ["DELETE", `/api/users/${user}/factors`],
  ["PUT", "/api/loginrules", {}],
  ["POST", "/session/factors/totp/setup"],
  ["POST", "/session/factors/totp", { setup: "x", code: "000000" }],
  ["POST", "/session/factors/passkeys/options"],
  ["POST", "/session/factors/passkeys", { name: "x", passkey: {} }],
  ["POST", "/session/factors/codes"],
  ["DELETE", `/session/factors/${user}`],
  ["DELETE", `/session/list/${session}`],
  ["DELETE", "/session/all"],
];

const signaturesOf = (rows: ReturnType<typeof acts>): string[] =>
  rows
    .map(
      ([method, path]) =>
        `${method} ${path
          .replace("/api", "")
          .replace(/[0-9a-f]{24}/, "{id}")
          .replace(/[0-9a-f]{24}/, "{token_id}")}`,
    )
    .toSorted();

describe("what changes how a user logs in (docs/sessions.md)", () => {
  it("400: each such endpoint asks a session again after 15 minutes, says how, and does nothing", async () => {
    const user = await buildAccount(world, { companies: [location] });
    const visitor = await signedInFor(15 * MINUTE_MS + 1000);
    const [session] = (await visitor.send("GET", "/session/list")).body;
    const all = acts(user._id, session._id);
    const flagged = world.endpoints.filter(({ confirmed }) => confirmed === true);
    const outside = Object.values<unknown>({ ...sessions, ...factors })
      .filter((one) => Object.hasOwn(Object(one), "confirmed"))
      .map((one) => nameOf(one as Endpoint));
    assert.deepEqual(
      signaturesOf(all),
      [...flagged.map(({ method, path }) => `${method} ${path}`), ...outside].toSorted(),
    );
    const before = (await world.get("/users")).body;
    for (const [method, path, body] of all) {
      const { status, body: answer } = await visitor.send(method, path, { body });
      assert.deepEqual(
        [status, answer.confirm, /POST \/session\/confirm/.test(answer.message)],
        [400, "password", true],
      );
    }
    assert.deepEqual((await world.get("/users")).body, before);
    assert.deepEqual(
      (await world.get("/apikeys")).body.filter(({ name }: Body) => name === "made"),
      [],
    );
    assert.equal((await visitor.send("GET", "/session")).status, 200);
  });

  it("200: not within the 15 minutes, and never who proves themselves with each call; reading is not asked about", async () => {
    const user = await buildAccount(world, { companies: [location] });
    const change = { body: { last_name: "Peeters" } };
    const lately = await signedInFor(14 * MINUTE_MS);
    assert.equal((await lately.send("PUT", `/api/users/${user._id}`, change)).status, 200);
    const stale = await signedInFor(60 * MINUTE_MS);
    assert.equal((await stale.send("GET", "/api/users")).status, 200);
    assert.equal((await stale.send("PUT", "/session", { body: { first_name: "Ann" } })).status, 200);
    const byPassword = { as: basic(admin.email, PASSWORD) };
    assert.equal((await world.put(`/users/${user._id}`, { first_name: "Jo" }, byPassword)).status, 200);
    assert.equal((await stale.send("DELETE", "/session")).status, 200);
  });

  it("403: who may not do it at all is refused as ever, and not asked (rules 1)", async () => {
    const receptionist = await buildAccount(world, { companies: [location] });
    const stale = await signedInFor(60 * MINUTE_MS, receptionist);
    const { status, body } = await stale.send("DELETE", `/api/users/${admin._id}`);
    assert.deepEqual([status, body], [403, { error: "Invalid API key" }]);
  });
});

describe("POST /session/confirm (docs/sessions.md)", () => {
  it("200: with the password the act goes through; the cookie gets a new value, and the old one only ends what is in progress", async () => {
    const user = await buildAccount(world, { companies: [location] });
    const visitor = await signedInFor(60 * MINUTE_MS);
    const old = visitor.jar.get("foyer") ?? "";
    const [{ _id: session, expires }] = (await visitor.send("GET", "/session/list")).body;
    assert.equal((await confirm(visitor, PASSWORD)).status, 200);
    assert.notEqual(visitor.jar.get("foyer"), old);
    assert.equal((await visitor.send("DELETE", `/api/users/${user._id}`)).status, 200);
    const [now] = (await visitor.send("GET", "/session/list")).body;
    assert.deepEqual([now._id, now.expires, now.current], [session, expires, true]);
    const other = makeVisitor(world, newAddress());
    other.jar.set("foyer", old);
    assert.equal((await other.send("GET", "/api/users")).status, 200);
    assert.equal((await other.send("DELETE", `/api/users/${admin._id}`)).body.confirm, "password");
    const later = "update sessions set confirmed = confirmed - interval '11 seconds' where _id = $1";
    await world.db.pool.query(later, [session]);
    assert.deepEqual(
      [(await other.send("GET", "/session")).status, (await visitor.send("GET", "/session")).status],
      [403, 200],
    );
    const logged = "select actor_id from log where act = 'session.confirm' and subject_id = $1";
    assert.deepEqual((await world.db.pool.query(logged, [session])).rows, [{ actor_id: admin._id }]);
  });

  it("400: a wrong password confirms nothing, names its field, and counts as at signing in: 429 after 30", async () => {
    const user = await buildAccount(world, { role: "local_admin", companies: [location] });
    const visitor = await signedInFor(60 * MINUTE_MS, user);
    const { status, body } = await confirm(visitor, "not-the-password");
    assert.deepEqual([status, body.message.startsWith('"password" must be your')], [400, true]);
    assert.equal((await visitor.send("DELETE", "/session/all")).body.confirm, "password");
    await world.db.pool.query("update refusals set n = 30 where n = 1 and source like 'session:%'");
    assert.equal((await confirm(visitor, PASSWORD)).status, 429);
  });

  it("403: without a session, and from a page of another site", async () => {
    assert.equal((await confirm(makeVisitor(world, newAddress()), PASSWORD)).status, 403);
    const visitor = await signedInFor(60 * MINUTE_MS);
    const sent = { body: { password: PASSWORD }, headers: { origin: "https://elsewhere.example" } };
    assert.equal((await visitor.send("POST", "/session/confirm", sent)).status, 403);
  });
});
