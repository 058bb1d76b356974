import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { clientOf } from "../../../../server/areas/sessions/browser.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "./visitor.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let second: World;
let location: string;

const setClocks = (now: number): void => {
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
};

/** A new user who is signed in on a browser of their own. */
const signedIn = async (overrides: Record<string, unknown> = {}) => {
  const user = await buildAccount(world, { companies: [location], ...overrides });
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(user.email, PASSWORD);
  return { user, visitor };
};

const who = async (visitor: Visitor, path = "/session"): Promise<number> => (await visitor.send("GET", path)).status;

const copyOf = (visitor: Visitor, service = world): Visitor => {
  const copy = makeVisitor(service, newAddress());
  for (const [name, value] of visitor.jar) copy.jar.set(name, value);
  return copy;
};

before(async () => {
  world = await makeWorld();
  second = await makeWorld({ database: world.database });
  location = await buildLocation(world);
});
beforeEach(() => setClocks(START));
after(async () => {
  await second.close();
  await world.close();
});

describe("POST /session (rules 5)", () => {
  it("200: answers the user and sets a cookie no script can read; only its digest is stored", async () => {
    const user = await buildAccount(world, { companies: [location], first_name: "Ann" });
    const visitor = makeVisitor(world);
    const { body, cookies, headers } = await visitor.signIn(`  ${user.email.toUpperCase()} `, PASSWORD);
    assert.deepEqual(body, { user: (await world.get(`/users/${user._id}`)).body });
    assert.match(cookies[0] ?? "", /^foyer=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    assert.match(cookies[1] ?? "", /^foyer-known=[\w.-]+; Path=\/; Max-Age=31536000; HttpOnly; SameSite=Strict$/);
    assert.equal(headers["cache-control"], "no-store");
    const rows = await world.db.pool.query("select * from sessions where user_id = $1", [user._id]);
    assert.equal(rows.rows.length, 1);
    assert.ok(!JSON.stringify(rows.rows).includes(visitor.jar.get("foyer") ?? ""));
  });

  it("200: on HTTPS the cookies are Secure and carry __Host-, and the plain name is worth nothing", async () => {
    const https = await makeWorld({ database: world.database, env: { PUBLIC_URL: "https://visitors.example.org" } });
    const user = await buildAccount(world);
    const visitor = makeVisitor(https, newAddress(), "https://visitors.example.org");
    const { cookies } = await visitor.signIn(user.email, PASSWORD);
    assert.match(cookies[0] ?? "", /^__Host-foyer=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/);
    assert.match(cookies[1] ?? "", /^__Host-foyer-known=.*; Path=\/; .*HttpOnly; SameSite=Strict; Secure$/);
    assert.ok(cookies.every((cookie) => !cookie.includes("Domain")));
    assert.equal(await who(visitor), 200);
    const plain = makeVisitor(https);
    plain.jar.set("foyer", visitor.jar.get("__Host-foyer") ?? "");
    assert.equal(await who(plain), 403);
    await https.close();
  });

  it("403: a wrong password, an unknown address, a user without a password or turned off: all alike", async () => {
    const user = await buildAccount(world);
    const invited = await buildAccount(world, { password: undefined });
    const inactive = await buildAccount(world, { active: false });
    const tries = [
      [user.email, "wrong-but-long-enough"],
      ["nobody@example.org", PASSWORD],
      [invited.email, PASSWORD],
      [invited.email, ""],
      [inactive.email, PASSWORD],
    ];
    const answers = new Set<string>();
    for (const [email, password] of tries) {
      const seen = await makeVisitor(world, newAddress()).send("POST", "/session", { body: { email, password } });
      const { date: _date, "x-request-id": _id, ...headers } = seen.headers;
      answers.add(JSON.stringify([seen.status, seen.text, headers]));
      assert.deepEqual(seen.cookies, []);
    }
    assert.equal(answers.size, 1);
    assert.match([...answers].join(""), /^\[403,"{\\"error\\":\\"Invalid API key\\"}"/);
  });

  it("400: names what is missing and where to look; nothing that can't be read is a 500", async () => {
    const visitor = makeVisitor(world, newAddress());
    const { status, body } = await visitor.send("POST", "/session", { body: { email: "a@example.org" } });
    assert.deepEqual([status, body.message], [400, '"password" is required. See POST /session in docs/sessions.md.']);
    for (const sent of [[], "x", { email: 1, password: 2 }, { email: "a\u0000", password: "b" }, { email: {} }, null])
      assert.equal((await visitor.send("POST", "/session", { body: sent })).status, 400, JSON.stringify(sent));
    const long = { email: `${"é".repeat(4000)}@x`, password: "\u{1f6aa}".repeat(500) };
    assert.equal((await visitor.send("POST", "/session", { body: long })).status, 403);
    assert.equal((await visitor.send("POST", "/session", { body: { password: "x".repeat(20_000) } })).status, 413);
  });

  it("200: a form is read as well", async () => {
    const { email } = await buildAccount(world);
    const { status } = await makeVisitor(world).send("POST", "/session", { form: { email, password: PASSWORD } });
    assert.equal(status, 200);
  });

  it("a session in the browser beforehand is never taken over: signing in makes a new value and ends the old one (fixation)", async () => {
    const { visitor: attacker } = await signedIn();
    const victim = await buildAccount(world);
    const browser = makeVisitor(world, newAddress());
    browser.jar.set("foyer", attacker.jar.get("foyer") ?? "");
    await browser.signIn(victim.email, PASSWORD);
    assert.notEqual(browser.jar.get("foyer"), attacker.jar.get("foyer"));
    assert.equal((await browser.send("GET", "/session")).body._id, victim._id);
    assert.equal(await who(attacker), 403);
    const chosen = makeVisitor(world, newAddress());
    chosen.jar.set("foyer", "a-value-that-somebody-chose-for-the-browser-");
    await chosen.signIn(victim.email, PASSWORD);
    const thief = makeVisitor(world, newAddress());
    thief.jar.set("foyer", "a-value-that-somebody-chose-for-the-browser-");
    assert.equal(await who(thief), 403);
  });

  it("the log says who signed in and out, by id alone", async () => {
    const { user, visitor } = await signedIn();
    await visitor.send("DELETE", "/session");
    const { rows } = await world.db.pool.query(
      "select act, event, subject, actor_kind, actor_id from log where actor_id = $1 order by seq",
      [user._id],
    );
    const entry = { event: null, subject: "session", actor_kind: "user", actor_id: user._id };
    assert.deepEqual(rows, [
      { act: "session.start", ...entry },
      { act: "session.end", ...entry },
    ]);
  });
});

describe("a session cookie under /api (rules 1, 5)", () => {
  it("200: it may do what its user may, with other services on the same database too", async () => {
    const { user, visitor } = await signedIn();
    assert.equal((await visitor.send("GET", "/api/users/me")).body._id, user._id);
    const made = await visitor.send("POST", "/api/visitors", { body: { company_id: location } });
    assert.equal(made.status, 200);
    assert.equal(made.body.user_id, user._id);
    assert.equal(await who(copyOf(visitor, second), "/api/users/me"), 200);
    assert.equal(await who(visitor, "/api/apikeys"), 403);
  });

  it("403: Authorization and X-API-Key decide when they are there, good or bad (interface 5)", async () => {
    const { visitor } = await signedIn();
    const key = await buildKey(world, [location]);
    const me = async (headers: Record<string, string>) => visitor.send("GET", "/api/users/me", { headers });
    assert.equal((await me(key)).body.type, "api_key");
    assert.equal((await me({ "x-api-key": key.authorization.slice("Bearer ".length) })).body.type, "api_key");
    assert.equal((await me({ authorization: "Bearer svc_x_y" })).status, 403);
    assert.equal((await me({ "x-api-key": "svc_x_y" })).status, 403);
  });

  it("403: an unknown cookie is refused like every credential, and not counted, however often (rules 1)", async () => {
    const visitor = makeVisitor(world, newAddress());
    const answers = new Set<string>();
    for (let n = 0; n < 40; n += 1) {
      visitor.jar.set("foyer", `guess-${n}`);
      const { status, text } = await visitor.send("GET", "/api/companiesList");
      answers.add(`${status} ${text}`);
    }
    assert.deepEqual([...answers], ['403 {"error":"Invalid API key"}']);
    const { user } = await signedIn();
    await visitor.signIn(user.email, PASSWORD);
    assert.equal(await who(visitor, "/api/companiesList"), 200);
  });

  it("200: a session is served at an address that is shut out; without one, or with one that has ended, it is 429 (rules 1)", async () => {
    const { visitor } = await signedIn();
    const from = newAddress();
    const bad = { headers: { authorization: "Bearer svc_x_y" }, from };
    for (let n = 0; n < 30; n += 1) await visitor.send("GET", "/api/companiesList", bad);
    assert.equal((await visitor.send("GET", "/api/companiesList", bad)).status, 429);
    assert.equal((await visitor.send("GET", "/api/companiesList", { from })).status, 200);
    assert.equal((await visitor.send("GET", "/session", { from })).status, 200);
    const stranger = makeVisitor(world, newAddress());
    assert.equal((await stranger.send("GET", "/api/companiesList", { from })).status, 429);
    stranger.jar.set("foyer", "has-ended");
    assert.equal((await stranger.send("GET", "/api/companiesList", { from })).status, 429);
    assert.equal(await who(visitor, "/api/companiesList"), 200);
  });

  it("403: two cookies of the name count as none: a neighbour's site may have added one", async () => {
    const { visitor } = await signedIn();
    const cookie = `foyer=${visitor.jar.get("foyer")}; foyer=other`;
    assert.equal((await visitor.send("GET", "/api/users/me", { headers: { cookie } })).status, 403);
    const beside = `theme=dark; xfoyer=1; foyer=${visitor.jar.get("foyer")}; foyer2=x`;
    assert.equal((await visitor.send("GET", "/api/users/me", { headers: { cookie: beside } })).status, 200);
  });

  it("403: a role, a location, an account that is taken away is gone on the next call (interface 5.6)", async () => {
    const { user, visitor } = await signedIn();
    const elsewhere = copyOf(visitor, second);
    const inside = (one: Visitor) => who(one, `/api/visitors/signed_current/${location}`);
    const start = async (one: Visitor): Promise<number> =>
      (await one.send("POST", "/api/visitors", { body: { company_id: location } })).status;
    assert.deepEqual([await inside(elsewhere), await start(elsewhere)], [200, 200]);
    await world.put(`/users/${user._id}`, { role: "employee" });
    assert.deepEqual([await inside(elsewhere), await start(elsewhere)], [200, 403]);
    await world.put(`/users/${user._id}`, { companies: [] });
    assert.equal(await inside(elsewhere), 403);
    await world.remove(`/users/${user._id}`);
    assert.deepEqual([await who(elsewhere, "/api/users/me"), await who(visitor)], [403, 403]);
  });

  it("403: a user who is turned off is signed out, and stays so when turned on again", async () => {
    const { user, visitor } = await signedIn();
    await world.put(`/users/${user._id}`, { active: false });
    assert.equal(await who(visitor), 403);
    await world.put(`/users/${user._id}`, { active: true });
    assert.equal(await who(visitor), 403);
  });

  it("403: a password that an administrator sets ends all sessions; other changes end none", async () => {
    const { user, visitor } = await signedIn();
    await world.put(`/users/${user._id}`, { first_name: "Eve", role: "employee", language_id: "nl" });
    assert.equal(await who(visitor), 200);
    await world.put(`/users/${user._id}`, { password: "another-long-password" });
    assert.equal(await who(visitor), 403);
  });
});

describe("how long a session lasts (rules 5)", () => {
  it("403: 12 hours after its last use, to the millisecond", async () => {
    const { visitor } = await signedIn();
    setClocks(START + 12 * HOUR_MS - 1);
    assert.equal(await who(visitor, "/api/users/me"), 200);
    setClocks(START + 24 * HOUR_MS - 1);
    assert.equal(await who(copyOf(visitor, second)), 403);
    const other = (await signedIn()).visitor;
    setClocks(START + 36 * HOUR_MS - 1);
    assert.equal(await who(other), 403);
  });

  it("403: 30 days after signing in, however much it is used", async () => {
    const { visitor } = await signedIn();
    for (let at = START + 11 * HOUR_MS; at < START + 30 * DAY_MS; at += 11 * HOUR_MS) {
      setClocks(at);
      assert.equal(await who(visitor), 200);
    }
    setClocks(START + 30 * DAY_MS - 1);
    assert.equal(await who(visitor, "/api/users/me"), 200);
    setClocks(START + 30 * DAY_MS);
    assert.equal(await who(visitor, "/api/users/me"), 403);
  });

  it("its last use is written once a minute at most", async () => {
    const { user, visitor } = await signedIn();
    const lastUsed = async (): Promise<number> => {
      const found = await world.db.pool.query("select last_used from sessions where user_id = $1", [user._id]);
      return Date.parse(found.rows[0].last_used) - START;
    };
    for (const [after, expected] of [
      [MINUTE_MS - 1, 0],
      [MINUTE_MS, MINUTE_MS],
      [2 * MINUTE_MS - 1, MINUTE_MS],
      [3 * MINUTE_MS, 3 * MINUTE_MS],
    ] as const) {
      setClocks(START + after);
      await Promise.all([who(visitor), who(visitor, "/api/users/me"), who(copyOf(visitor, second))]);
      assert.equal(await lastUsed(), expected);
    }
  });
});

describe("DELETE /session, /session/all, /session/list (rules 5)", () => {
  it("403: after signing out the value is worth nothing, wherever it was copied to", async () => {
    const { visitor } = await signedIn();
    const thief = copyOf(visitor, second);
    assert.equal(await who(thief, "/api/users/me"), 200);
    const { status, cookies } = await visitor.send("DELETE", "/session");
    assert.deepEqual([status, cookies], [200, ["foyer=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict"]]);
    assert.deepEqual([await who(thief), await who(thief, "/api/users/me")], [403, 403]);
    assert.equal((await thief.send("DELETE", "/session")).status, 403);
  });

  it("200: signing out on every browser ends all of the user's, and no other user's", async () => {
    const { user, visitor } = await signedIn();
    const other = makeVisitor(second, newAddress());
    await other.signIn(user.email, PASSWORD);
    const stranger = (await signedIn()).visitor;
    assert.equal((await other.send("DELETE", "/session/all")).status, 200);
    assert.deepEqual([await who(visitor), await who(other), await who(stranger)], [403, 403, 200]);
  });

  it("200: lists where the user is signed in, and ends one of them", async () => {
    const user = await buildAccount(world);
    const desk = makeVisitor(world, "203.0.113.7");
    const agent =
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1";
    const signIn = { body: { email: user.email, password: PASSWORD }, headers: { "user-agent": agent } };
    await desk.send("POST", "/session", signIn);
    setClocks(START + MINUTE_MS);
    const phone = makeVisitor(world, "2001:db8::7");
    await phone.signIn(user.email, PASSWORD);
    const { body } = await phone.send("GET", "/session/list");
    const [first, last] = body;
    assert.deepEqual(last, {
      _id: last._id,
      created: "2026-11-21T10:00:00.000Z",
      last_used: "2026-11-21T10:00:00.000Z",
      expires: "2026-12-21T10:00:00.000Z",
      client: "Safari, iOS",
      address: "203.0.113.7",
      current: false,
    });
    assert.deepEqual([first.address, first.current, "client" in first], ["2001:db8::7", true, false]);
    assert.equal((await phone.send("DELETE", `/session/list/${last._id.toUpperCase()}`)).status, 200);
    assert.deepEqual([await who(desk), await who(phone)], [403, 200]);
    const again = await phone.send("DELETE", `/session/list/${last._id}`);
    assert.deepEqual([again.status, again.text], [404, '{"message":"Not found","code":"not_found"}']);
  });

  it("404: another user's session is not found, and goes on", async () => {
    const one = await signedIn();
    const other = await signedIn();
    const [{ _id }] = (await other.visitor.send("GET", "/session/list")).body;
    assert.equal((await one.visitor.send("DELETE", `/session/list/${_id}`)).status, 404);
    assert.equal((await one.visitor.send("DELETE", "/session/list/nonsense")).status, 400);
    assert.equal(await who(other.visitor), 200);
  });

  it("403: nothing of it works without a session, and unknown paths do not tell what exists", async () => {
    const stranger = makeVisitor(world, newAddress());
    const paths = [
      "DELETE /session",
      "DELETE /session/all",
      "GET /session/list",
      "GET /session",
      "GET /session/nothing",
    ];
    for (const line of paths) {
      const [method = "", path = ""] = line.split(" ");
      const { status, text } = await stranger.send(method, path, { headers: await buildKey(world, [location]) });
      assert.deepEqual([status, text], [403, '{"error":"Invalid API key"}'], line);
    }
    assert.equal((await (await signedIn()).visitor.send("PUT", "/session/nothing")).status, 404);
  });

  it("200: 12 sign-ins, sign-outs and changes of one user at once: none waits for another in vain", async () => {
    const { user, visitor } = await signedIn();
    const others = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const other = makeVisitor(world, newAddress());
        await other.signIn(user.email, PASSWORD);
        return other;
      }),
    );
    const statuses = await Promise.all([
      ...others.map((other) => other.send("DELETE", "/session")),
      ...others.map((other) => other.send("POST", "/session", { body: { email: user.email, password: PASSWORD } })),
      world.put(`/users/${user._id}`, { password: "another-long-password" }),
      visitor.send("DELETE", "/session/all"),
      world.put(`/users/${user._id}`, { active: false }),
      world.put(`/users/${user._id}`, { active: true, first_name: "Eve" }),
    ]);
    for (const { status } of statuses) assert.ok(status === 200 || status === 403, String(status));
    const left = await world.db.pool.query(
      "select 1 from sessions s join users u on u._id = s.user_id where u._id = $1 and not u.active",
      [user._id],
    );
    assert.equal(left.rows.length, 0);
  });
});

describe("the name of a browser in the list of sessions", () => {
  const AGENTS: [string, string][] = [
    ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox, Linux"],
    ["Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0", "Edge, Windows"],
    ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15", "Safari, macOS"],
    ["Mozilla/5.0 (Linux; Android 14) Chrome/130.0.0.0 Mobile Safari/537.36", "Chrome, Android"],
    ["Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) CriOS/130.0 Mobile Safari/604.1", "Chrome, iOS"],
    ["Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/130.0.0.0 Safari/537.36", "Chrome, ChromeOS"],
    ["Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 OPR/115.0", "Opera, Windows"],
    ["curl/8.5.0", ""],
    ["", ""],
  ];

  it("is its family and system, never the whole header", () => {
    for (const [agent, expected] of AGENTS) assert.equal(clientOf(agent), expected);
  });
});
