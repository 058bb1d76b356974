import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { unblock } from "../../../../server/platform/auth/refusals.ts";
import { until } from "../../../support/run/process.ts";
import { basic, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "./visitor.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const WINDOW_MS = 15 * 60_000;
const WRONG = "wrong-but-long-enough";

let world: World;
let second: World;
let strangers = 0;

const setClocks = (now: number): void => {
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
};

/** An unknown address that was never tried. */
const newStranger = (): string => {
  strangers += 1;
  return `nobody-${strangers}@example.org`;
};

const attempt = async (visitor: Visitor, email: string, password = WRONG): Promise<number> =>
  (await visitor.send("POST", "/session", { body: { email, password } })).status;

/** Tries at one account, each from an address of its own. */
const attack = async (email: string, times: number): Promise<number[]> => {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push(await attempt(makeVisitor(world, newAddress()), email));
  return statuses;
};

/** Has an account or an address fail so often that it is shut out: one try counted, and the count put to the most. */
const shutOut = async (one: Visitor, email: string): Promise<void> => {
  assert.equal(await attempt(one, email), 403);
  await world.db.pool.query("update refusals set n = 30 where n = 1");
};

const thirty = (status: number): number[] => Array.from({ length: 30 }, () => status);

before(async () => {
  world = await makeWorld();
  second = await makeWorld({ database: world.database });
});
beforeEach(() => setClocks(START));
after(async () => {
  await second.close();
  await world.close();
});

describe("POST /session: wrong passwords from one address (interface 8, rules 5)", () => {
  it("429: 30 are refused, after that a good one too, until 15 minutes after the first; then it counts anew", async () => {
    const { email } = await buildAccount(world);
    const visitor = makeVisitor(world, newAddress());
    const statuses = [];
    for (let n = 0; n < 32; n += 1) statuses.push(await attempt(visitor, newStranger()));
    assert.deepEqual(statuses, [...thirty(403), 429, 429]);
    setClocks(START + WINDOW_MS - 1_500);
    const seen = await visitor.send("POST", "/session", { body: { email, password: PASSWORD } });
    assert.deepEqual([seen.status, seen.text], [429, '{"error":"Too many refused credentials"}']);
    assert.equal(seen.headers["retry-after"], "2");
    setClocks(START + WINDOW_MS);
    assert.equal(await attempt(visitor, email, PASSWORD), 200);
    assert.equal(await attempt(visitor, newStranger()), 403);
  });

  it("429: of 60 at once over two services exactly 30 are refused and 30 told to wait", async () => {
    const address = newAddress();
    const all = Array.from({ length: 60 }, (_, n) =>
      attempt(makeVisitor(n % 2 === 0 ? world : second, address), newStranger()),
    );
    const statuses = (await Promise.all(all)).toSorted((a, b) => a - b);
    assert.deepEqual(statuses, [...thirty(403), ...thirty(429)]);
  });

  it("200: /api and /session count apart, and what succeeds is never counted (rules 5)", async () => {
    const { email } = await buildAccount(world);
    const visitor = makeVisitor(world, newAddress());
    await shutOut(visitor, newStranger());
    assert.equal(await attempt(visitor, email, PASSWORD), 429);
    const from = visitor.send("GET", "/api/users/me", { headers: { authorization: "Bearer svc_x_y" } });
    assert.equal((await from).status, 403);
    const other = makeVisitor(world, newAddress());
    for (let n = 0; n < 35; n += 1) assert.equal(await attempt(other, email, PASSWORD), 200);
  });

  it("200: `unblock` lets the address in again", async () => {
    const { email } = await buildAccount(world);
    const address = newAddress();
    await shutOut(makeVisitor(world, address), newStranger());
    assert.equal(await attempt(makeVisitor(world, address), email, PASSWORD), 429);
    assert.equal(await unblock(world.db, `${address}/32`), 30);
    assert.equal(await attempt(makeVisitor(world, address), email, PASSWORD), 200);
  });
});

describe("POST /session: wrong passwords for one account (rules 5)", () => {
  it("429: many addresses together have 30 tries; the right password is not found out by the 31st", async () => {
    const { email } = await buildAccount(world);
    assert.deepEqual(await attack(email, 31), [...thirty(403), 429]);
    assert.equal(await attempt(makeVisitor(world, newAddress()), email.toUpperCase(), PASSWORD), 429);
    setClocks(START + WINDOW_MS);
    assert.equal(await attempt(makeVisitor(world, newAddress()), email, PASSWORD), 200);
  });

  it("429: of 60 at once from 60 addresses exactly 30 are refused and 30 told to wait", async () => {
    const { email } = await buildAccount(world);
    const all = Array.from({ length: 60 }, (_, n) =>
      attempt(makeVisitor(n % 2 === 0 ? world : second, newAddress()), email),
    );
    assert.deepEqual(
      (await Promise.all(all)).toSorted((a, b) => a - b),
      [...thirty(403), ...thirty(429)],
    );
  });

  it("200: its owner comes in where they signed in before, whatever strangers do", async () => {
    const { email } = await buildAccount(world);
    const desk = makeVisitor(world, newAddress());
    await desk.signIn(email, PASSWORD);
    await desk.send("DELETE", "/session");
    await shutOut(makeVisitor(world, newAddress()), email);
    assert.equal(await attempt(makeVisitor(world, newAddress()), email, PASSWORD), 429);
    assert.equal(await attempt(desk, email), 403);
    assert.equal(await attempt(desk, email, PASSWORD), 200);
    assert.equal((await desk.send("GET", "/api/users/me")).status, 200);
  });

  it("429: a known browser has 30 tries of its own", async () => {
    const { email } = await buildAccount(world);
    const desk = makeVisitor(world, newAddress());
    await desk.signIn(email, PASSWORD);
    const tries = Array.from({ length: 30 }, () =>
      desk.send("POST", "/session", {
        body: { email, password: WRONG },
        from: newAddress(),
      }),
    );
    for (const seen of await Promise.all(tries)) assert.equal(seen.status, 403);
    assert.equal((await desk.send("POST", "/session", { body: { email, password: PASSWORD } })).status, 429);
    assert.equal(await attempt(makeVisitor(world, newAddress()), email, PASSWORD), 200);
  });

  it("429: a browser is known to its own user's account alone", async () => {
    const { email } = await buildAccount(world);
    const victim = await buildAccount(world);
    const desk = makeVisitor(world, newAddress());
    await desk.signIn(email, PASSWORD);
    await shutOut(makeVisitor(world, newAddress()), victim.email);
    assert.equal(await attempt(desk, victim.email, PASSWORD), 429);
    assert.equal(await attempt(desk, email, PASSWORD), 200);
  });

  it("429: a forged, cut or expired cookie makes no browser known", async () => {
    const { email } = await buildAccount(world);
    const desk = makeVisitor(world, newAddress());
    await desk.signIn(email, PASSWORD);
    const known = desk.jar.get("foyer-known") ?? "";
    await shutOut(makeVisitor(world, newAddress()), email);
    const end = known.slice(known.lastIndexOf("."));
    for (const forged of [known.slice(0, -2), known.replace(/-[0-9a-f]/, "-x"), `x${known}`, end, ""]) {
      const visitor = makeVisitor(world, newAddress());
      visitor.jar.set("foyer-known", forged);
      assert.equal(await attempt(visitor, email, PASSWORD), 429, forged);
    }
    setClocks(START + 365 * 24 * 60 * 60_000);
    await shutOut(makeVisitor(world, newAddress()), email);
    assert.equal(await attempt(desk, email, PASSWORD), 429);
  });

  it("429: an unknown address is counted in the same way, so counting tells nothing", async () => {
    assert.deepEqual(await attack(newStranger(), 31), [...thirty(403), 429]);
    const { rows } = await world.db.pool.query("select source from refusals where source like '%nobody%'");
    assert.deepEqual(rows, []);
  });
});

describe("POST /session, with much at once", () => {
  const lockWaited = () =>
    until("a call to wait for a lock", async () => {
      const waiting = "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'";
      return (await second.db.pool.query(waiting, [world.database])).rows[0];
    });

  it("429: the right password does not count that comes out after the last try allowed (interface 8)", async () => {
    const { email } = await buildAccount(world);
    const address = newAddress();
    const { passwords } = world.context;
    const gate = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    world.context.passwords = {
      ...passwords,
      verify: async (hash, password) => {
        world.context.passwords = passwords;
        reached.resolve();
        await gate.promise;
        return passwords.verify(hash, password);
      },
    };
    const signingIn = attempt(makeVisitor(world, address), email, PASSWORD);
    await reached.promise;
    await shutOut(makeVisitor(world, address), newStranger());
    gate.resolve();
    assert.equal(await signingIn, 429);
  });

  it("a password waits by address, and apart where the account knows the browser or, for Basic, the address", async () => {
    const { email } = await buildAccount(world);
    const { passwords } = world.context;
    const lines: unknown[] = [];
    world.context.passwords = {
      ...passwords,
      verify: (hash, password, line) => {
        lines.push(line);
        return passwords.verify(hash, password, line);
      },
    };
    const [office, elsewhere] = [newAddress(), newAddress()];
    const desk = makeVisitor(world, office);
    await desk.signIn(email, PASSWORD);
    await desk.signIn(email, PASSWORD);
    await attempt(makeVisitor(world, elsewhere), email, "wrong-password");
    for (const from of [office, elsewhere]) await world.get("/users/me", { as: basic(email, PASSWORD), from });
    world.context.passwords = passwords;
    const known = [false, true, false, true, false];
    const sources = [office, office, elsewhere, office, elsewhere];
    assert.deepEqual(
      lines,
      known.map((isKnown, n) => ({ source: `${sources[n]}/32`, isKnown })),
    );
  });

  it("403: a password that is changed while it is being checked opens nothing", async () => {
    const user = await buildAccount(world);
    const client = await world.db.pool.connect();
    await client.query("begin");
    await client.query("update users set password = 'changed' where _id = $1", [user._id]);
    const signingIn = attempt(makeVisitor(world, newAddress()), user.email, PASSWORD);
    await lockWaited();
    await client.query("commit");
    client.release();
    assert.equal(await signingIn, 403);
    const { rows } = await world.db.pool.query("select 1 from sessions where user_id = $1", [user._id]);
    assert.deepEqual(rows, []);
  });

  it("200: signing out while the user is changed: neither waits for the other in vain", async () => {
    const user = await buildAccount(world);
    const desk = makeVisitor(world, newAddress());
    await desk.signIn(user.email, PASSWORD);
    const client = await world.db.pool.connect();
    await client.query("begin");
    // What a change of the user holds when its trigger comes to the sessions.
    await client.query("select pg_advisory_xact_lock(hashtextextended(repeat('0', 24), 0))");
    const signingOut = desk.send("DELETE", "/session");
    await lockWaited();
    await client.query("delete from sessions where user_id = $1", [user._id]);
    await client.query("commit");
    client.release();
    assert.equal((await signingOut).status, 200);
  });
});
