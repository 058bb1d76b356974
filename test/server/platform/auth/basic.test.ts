import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { deleteExpiredKnownAddresses } from "../../../../server/platform/auth/known-addresses.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { basic, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PASSWORD = "a-long-enough-password";

let world: World;
let location: string;
let calls = 0;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
beforeEach(() => Object.assign(world.clock, { frozen: true, now: START }));
after(() => world.close());

/** A source address that no other test uses. */
const newSource = (): string => {
  calls += 1;
  return `10.4.${calls >> 8}.${calls & 255}`;
};

const newUser = async (): Promise<string> => {
  const email = `${newId()}@example.org`;
  const { status } = await world.post("/users", { email, password: PASSWORD, role: "employee", companies: [location] });
  assert.equal(status, 200);
  return email;
};

const attempt = (email: string, password: string, from = newSource()) =>
  world.get("/users/me", { as: basic(email, password), from });

/** Wrong passwords, each from an address of its own. */
const attack = async (email: string, times: number): Promise<number[]> => {
  const statuses = [];
  for (let n = 0; n < times; n += 1) statuses.push((await attempt(email, `wrong-password-${n}`)).status);
  return statuses;
};

const thirty = Array.from({ length: 30 }, () => 403);

describe("Basic, counted by account (interface 8, rules 1)", () => {
  it("429: 30 wrong ones within 15 minutes, from however many addresses; then the right one from a stranger's too", async () => {
    const email = await newUser();
    assert.deepEqual(await attack(email, 31), [...thirty, 429]);
    const { status, text, headers } = await attempt(email.toUpperCase(), PASSWORD);
    assert.deepEqual([status, text], [429, '{"error":"Too many refused credentials"}']);
    assert.equal(headers["retry-after"], "900");
    world.clock.now += 15 * MINUTE_MS;
    assert.equal((await attempt(email, PASSWORD)).status, 200);
  });

  it("200: from addresses from which the user was let in within 30 days, by Basic or by signing in, and from no others", async () => {
    const email = await newUser();
    const [office, home, elsewhere] = [newSource(), newSource(), newSource()];
    assert.equal((await attempt(email, PASSWORD, office)).status, 200);
    const payload = { email, password: PASSWORD };
    const signedIn = await world.app.inject({ method: "POST", url: "/session", payload, remoteAddress: home });
    assert.equal(signedIn.statusCode, 200);
    assert.equal((await attempt(await newUser(), PASSWORD, elsewhere)).status, 200);
    const statuses = async () => {
      await attack(email, 30);
      const found = [];
      for (const from of [office, home, elsewhere]) found.push((await attempt(email, PASSWORD, from)).status);
      return found;
    };
    assert.deepEqual(await statuses(), [200, 200, 429]);
    world.clock.now += 29 * DAY_MS;
    assert.deepEqual(await statuses(), [200, 200, 429]);
    world.clock.now += 31 * DAY_MS;
    assert.deepEqual(await statuses(), [429, 429, 429]);
  });

  it("429: what is tried from a known address counts for that address alone", async () => {
    const email = await newUser();
    const office = newSource();
    await attempt(email, PASSWORD, office);
    const statuses = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await attempt(email, `wrong-password-${n}`, office)).status);
    assert.deepEqual(statuses, [...thirty, 429]);
    assert.equal((await attempt(email, PASSWORD)).status, 200);
  });

  it("403, 429: an account that is not there, or not active, is counted and answered in the same way", async () => {
    const inactive = await newUser();
    const [{ _id }] = (await world.db.pool.query("select _id from users where email = $1", [inactive])).rows;
    await world.put(`/users/${_id}`, { active: false });
    for (const email of [`${newId()}@example.org`, inactive])
      assert.deepEqual(await attack(email, 31), [...thirty, 429]);
    const { rows } = await world.db.pool.query("select 1 from refusals where source like '%@%'");
    assert.deepEqual(rows, [], "no address is written down");
  });

  it("429: of 120 at once from one address with the right one among them, none gets in past the 30th refusal", async () => {
    const email = await newUser();
    const from = newSource();
    const { passwords } = world.context;
    // All have passed the first look before the first is judged, and the right one is judged last.
    const arrived = Promise.withResolvers<void>();
    const judged = Promise.withResolvers<void>();
    let waiting = 0;
    let done = 0;
    world.context.passwords = {
      ...passwords,
      verify: async (_hash, password) => {
        waiting += 1;
        if (waiting === 120) arrived.resolve();
        await arrived.promise;
        if (password === PASSWORD) await judged.promise;
        return password === PASSWORD;
      },
    };
    const wrong = Array.from({ length: 119 }, async (_, n) => {
      const { status } = await attempt(email, `wrong-password-${n}`, from);
      done += 1;
      if (done === 119) judged.resolve();
      return status;
    });
    const right = attempt(email, PASSWORD, from);
    const statuses = await Promise.all(wrong);
    world.context.passwords = passwords;
    assert.deepEqual([(await right).status, statuses.filter((status) => status === 403).length], [429, 30]);
    assert.equal(statuses.filter((status) => status === 429).length, 89);
  });

  it("an account keeps the 20 addresses that were used last, as digests, for 30 days", async () => {
    const email = await newUser();
    const [{ _id }] = (await world.db.pool.query("select _id from users where email = $1", [email])).rows;
    const sources = Array.from({ length: 25 }, newSource);
    for (const from of sources) {
      world.clock.now += 1_000;
      assert.equal((await attempt(email, PASSWORD, from)).status, 200);
    }
    const kept = async () =>
      (await world.db.pool.query("select digest from known_addresses where user_id = $1", [_id])).rows;
    assert.deepEqual([(await kept()).length, (await kept())[0].digest.length], [20, 32]);
    await attack(email, 30);
    const [first = "", last = ""] = [sources[0], sources.at(-1)];
    assert.deepEqual(
      [(await attempt(email, PASSWORD, first)).status, (await attempt(email, PASSWORD, last)).status],
      [429, 200],
    );
    await deleteExpiredKnownAddresses(world.db, world.clock.now + 30 * DAY_MS);
    assert.deepEqual(await kept(), []);
  });

  it("a new password makes every address a stranger again, and so does the end of the account", async () => {
    const email = await newUser();
    const [{ _id }] = (await world.db.pool.query("select _id from users where email = $1", [email])).rows;
    const known = async (): Promise<number | null> =>
      (await world.db.pool.query("select 1 from known_addresses where user_id = $1", [_id])).rowCount;
    for (const end of [
      () => world.put(`/users/${_id}`, { password: `another-${PASSWORD}` }),
      () => world.put(`/users/${_id}`, { active: false }),
    ]) {
      await world.put(`/users/${_id}`, { password: PASSWORD, active: true });
      assert.equal((await attempt(email, PASSWORD, newSource())).status, 200);
      assert.equal(await known(), 1);
      assert.equal((await end()).status, 200);
      assert.equal(await known(), 0);
    }
  });
});
