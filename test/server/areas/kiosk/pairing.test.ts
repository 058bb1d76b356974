import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import {
  codeDigest,
  deviceDigest,
  newPollToken,
  pairingIdOf,
} from "../../../../server/platform/auth/device-secrets.ts";
import { digestOf } from "../../../../server/platform/auth/api-key-format.ts";
import { insertPairing } from "../../../../server/resources/devices/pairing-store.ts";
import { deleteEndedPairings } from "../../../../server/resources/devices/pairing.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { iso } from "../../../../server/platform/lib/time/time.ts";
import { kioskCall, pairKiosk, poll, showCode } from "../../../support/kiosk.ts";
import { type Answer, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const MINUTE_MS = 60_000;

let world: World;
let second: World;
let location: string;
let calls = 0;

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

const setClocks = (now: number): void => {
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
};
/** A source that no other test uses. */
const newSource = (): string => {
  calls += 1;
  return `10.5.0.${calls}`;
};
const add = (code: string, by = world): Promise<Answer> => by.post(`/companies/${location}/devices`, { code });

describe("POST /kiosk/api/pairing", () => {
  it("200: a code of six digits, a token, and the end of both in ten minutes", async () => {
    const { body, headers } = await kioskCall(world, "POST", "/pairing", { from: newSource() });
    assert.match(body.code, /^\d{3} \d{3}$/);
    assert.match(body.token, /^pair_[0-9a-f]{24}_[0-9A-Za-z]{46}$/);
    assert.deepEqual([Date.parse(body.expires) - START, body.poll_seconds], [10 * MINUTE_MS, 3]);
    assert.equal(headers["cache-control"], "no-store");
  });

  it("200: neither code nor token nor credential is stored, nor written to the log", async () => {
    const lines = world.log.length;
    const kiosk = await pairKiosk(world, location);
    const waiting = await showCode(world);
    const secrets = [kiosk.token, kiosk.as.authorization.slice(7), waiting.token];
    const { rows } = await world.db.pool.query(
      "select p::text from pairings p union all select d::text from devices d union all select l::text from log l",
    );
    const stored = JSON.stringify([rows, world.log.slice(lines)]);
    const halves = secrets.map((secret) => secret.split("_")[2] ?? secret);
    for (const secret of [...secrets, ...halves]) assert.ok(!stored.includes(secret));
    const codes = (await world.db.pool.query("select code from pairings where code is not null")).rows;
    assert.ok(codes.every(({ code }) => code.length === 32));
  });

  it("200: 60 kiosks at once in two processes show 60 codes, and become 60 devices with 60 credentials", async () => {
    const sources = Array.from({ length: 6 }, newSource);
    const shown = await Promise.all(
      Array.from({ length: 60 }, (_, n) => showCode(n % 2 === 0 ? world : second, sources[n % 6])),
    );
    assert.equal(new Set(shown.map(({ code }) => code)).size, 60);
    const added = await Promise.all(shown.map(({ code }, n) => add(code, n % 2 === 0 ? second : world)));
    assert.ok(added.every(({ status }) => status === 200));
    const polled = await Promise.all(shown.map(({ token }) => poll(world, token)));
    const credentials = polled.map(({ body }) => body.credential);
    assert.equal(new Set(credentials).size, 60);
    for (const [n, credential] of credentials.entries())
      assert.ok(credential.startsWith(`dev_${added[n]?.body._id}_`), "each gets the device its code was entered for");
  });

  it("200: of two kiosks the code of the one is not the credential of the other", async () => {
    const [mine, other] = [await showCode(world, newSource()), await showCode(world, newSource())];
    await add(mine.code);
    assert.equal((await poll(world, other.token)).body.status, "waiting");
    assert.equal((await poll(world, mine.token)).body.status, "paired");
  });

  it("429: after 100 codes in 15 minutes from one source, and for that source only", async () => {
    const from = newSource();
    for (let n = 0; n < 100; n += 1) {
      await showCode(world, from);
      await world.db.pool.query("delete from pairings where source = $1", [`${from}/32`]);
    }
    const { status, body, headers } = await kioskCall(second, "POST", "/pairing", { from });
    assert.deepEqual([status, body], [429, { error: "Too many refused credentials" }]);
    assert.equal(headers["retry-after"], "900");
    await showCode(world, newSource());
    setClocks(START + 15 * MINUTE_MS);
    await showCode(world, from);
  });

  it("200: an Idempotency-Key shows no caller what another was answered", async () => {
    const headers = { "idempotency-key": "the same" };
    const [one, two] = [1, 2].map(() => kioskCall(world, "POST", "/pairing", { from: newSource(), headers }));
    assert.notEqual((await one)?.body.token, (await two)?.body.token);
    assert.equal((await world.db.pool.query("select 1 from idempotency")).rows.length, 0);
  });

  it("429: while ten codes of an address wait; none of them ends before its time, and no other address waits", async () => {
    const from = newSource();
    const shown = [];
    for (let n = 0; n < 10; n += 1) {
      shown.push(await showCode(n % 2 === 0 ? world : second, from));
      setClocks(START + (n + 1) * 1000);
    }
    const [oldest, ...rest] = shown;
    const flood = await Promise.all(
      Array.from({ length: 30 }, (_, n) => kioskCall(n % 2 === 0 ? world : second, "POST", "/pairing", { from })),
    );
    for (const { status, body, headers } of flood)
      assert.deepEqual(
        [status, body, headers["retry-after"]],
        [429, { error: "Too many refused credentials" }, "590"],
        "until the oldest has ended",
      );
    for (const { token } of shown) assert.deepEqual((await poll(world, token)).body, { status: "waiting" });
    await showCode(world, newSource());
    assert.equal((await add(oldest?.code ?? "")).status, 200);
    await showCode(world, from);
    assert.equal((await kioskCall(world, "POST", "/pairing", { from })).status, 429);
    setClocks(START + 10 * MINUTE_MS + 1000);
    assert.deepEqual((await poll(world, rest[0]?.token ?? "")).body, { status: "expired" });
    await showCode(world, from);
  });

  it("429: of twenty at once in two processes ten get a code", async () => {
    const from = newSource();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => kioskCall(n % 2 === 0 ? world : second, "POST", "/pairing", { from })),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 10);
    assert.equal(answers.filter(({ status }) => status === 429).length, 10);
  });

  it("503: a thousand addresses with a code each keep theirs; they give way to none that would have as many", async () => {
    const honest = await showCode(world, newSource());
    await world.db.pool.query("delete from pairings where _id <> $1", [pairingIdOf(honest.token)]);
    await world.db.pool.query(
      `insert into pairings (_id, code, digest, device_digest, source, expires)
       select 'x' || n, n::text::bytea, '', '', 'flood ' || n, $1::timestamptz from generate_series(1, 999) n`,
      [new Date(START + 10 * MINUTE_MS)],
    );
    const { status, body } = await kioskCall(world, "POST", "/pairing", { from: newSource() });
    assert.deepEqual([status, body.code], [503, "busy"]);
    assert.deepEqual((await poll(world, honest.token)).body, { status: "waiting" });
    await world.db.pool.query("delete from pairings where _id like 'x%'");
  });

  it("200: a thousand codes of a flood keep no kiosk out, and take no other's code: those with the most give way", async () => {
    const honest = await showCode(world, newSource());
    await world.db.pool.query(
      `insert into pairings (_id, code, digest, device_digest, source, expires)
       select 'x' || n, n::text::bytea, '', '', 'flood ' || n % 50, $1::timestamptz from generate_series(1, 1000) n`,
      [new Date(START + MINUTE_MS)],
    );
    const waiting = async (like: string) =>
      (await world.db.pool.query("select 1 from pairings where code is not null and source like $1", [like])).rowCount;
    const others = await Promise.all(Array.from({ length: 5 }, () => showCode(world, newSource())));
    assert.equal(await waiting("flood %"), 995);
    for (const { token } of [honest, ...others])
      assert.deepEqual((await poll(world, token)).body, { status: "waiting" });
    await world.db.pool.query("delete from pairings where _id like 'x%'");
  });

  it("403: for the page of another site, which is not counted", async () => {
    const from = newSource();
    const { token } = await showCode(world, newSource());
    for (const headers of [{ origin: "https://elsewhere.example" }, { "sec-fetch-site": "cross-site" }]) {
      const { status, body } = await kioskCall(world, "POST", "/pairing", { from, headers });
      assert.deepEqual([status, body], [403, { error: "Invalid API key" }]);
      const polled = await kioskCall(world, "POST", "/pairing/poll", { headers, body: { token } });
      assert.equal(polled.status, 403);
    }
    const counted = await world.db.pool.query("select 1 from refusals where source = $1", [`pairing:${from}/32`]);
    assert.equal(counted.rowCount, 0);
  });
});

describe("a code of a kiosk", () => {
  it("is valid up to the last millisecond of ten minutes, and not after", async () => {
    const [one, two] = [await showCode(world, newSource()), await showCode(world, newSource())];
    setClocks(START + 10 * MINUTE_MS - 1);
    assert.equal((await add(one.code)).status, 200);
    setClocks(START + 10 * MINUTE_MS);
    assert.equal((await add(two.code)).status, 400);
    assert.deepEqual((await poll(world, two.token)).body, { status: "expired" });
    assert.equal((await poll(world, one.token)).body.status, "paired");
  });

  it("can't be shown by two kiosks while it is valid; drawn again later, it stands for the new one", async () => {
    const old = await showCode(world, newSource());
    const token = newPollToken(newId());
    const pairing = (now: number) => ({
      _id: pairingIdOf(token) ?? "",
      code: codeDigest(world.context.secretKey, old.code.replace(" ", "")),
      digest: digestOf(token),
      deviceDigest: deviceDigest(token),
      source: "192.0.2.1/32",
      expires: iso(now + MINUTE_MS),
    });
    const draw = (now: number) => insertPairing(world.db, pairing(now), iso(now));
    assert.deepEqual(await draw(START + 10 * MINUTE_MS - 1), { outcome: "shown" });
    setClocks(START + 10 * MINUTE_MS);
    assert.deepEqual(await draw(world.clock.now), { outcome: "written" });
    assert.equal((await add(old.code)).status, 200);
    assert.equal((await poll(world, token)).body.status, "paired");
    assert.equal((await poll(world, old.token)).status, 403);
  });
});

describe("POST /kiosk/api/pairing/poll", () => {
  it("200: waiting until the code is entered, then the credential, the same until it is used", async () => {
    const { code, token } = await showCode(world, newSource());
    assert.deepEqual((await poll(world, token)).body, { status: "waiting" });
    await add(code);
    const answers = await Promise.all([poll(world, token), poll(second, token), poll(world, token)]);
    assert.equal(new Set(answers.map(({ text }) => text)).size, 1, "a lost answer is asked for again");
    const as = { authorization: `Bearer ${answers[0]?.body.credential}` };
    assert.equal((await kioskCall(second, "GET", "/me", { as })).status, 200);
    assert.equal((await poll(world, token)).body.status, "paired");
    assert.equal((await kioskCall(second, "POST", "/heartbeat", { as })).status, 200);
    assert.equal((await poll(world, token)).status, 403);
    assert.equal((await kioskCall(world, "GET", "/me", { as })).status, 200);
  });

  it("200: a kiosk that was off when it was paired may fetch its credential for a day", async () => {
    const [one, two] = [await showCode(world, newSource()), await showCode(world, newSource())];
    for (const { code } of [one, two]) await add(code);
    setClocks(START + 24 * 60 * MINUTE_MS - 1);
    await deleteEndedPairings(world.context);
    assert.equal((await poll(world, one.token)).body.status, "paired");
    setClocks(START + 24 * 60 * MINUTE_MS);
    assert.deepEqual((await poll(world, two.token)).body, { status: "expired" });
  });

  it("403: an invalid token, one of another pairing, or one cut short; not counted, for it can't be guessed", async () => {
    const [one, two] = [await showCode(world, newSource()), await showCode(world, newSource())];
    const mixed = `pair_${one.token.split("_")[1]}_${two.token.split("_")[2]}`;
    const kiosk = await pairKiosk(world, location);
    for (const token of ["", "x", one.token.slice(0, -1), `${one.token}x`, mixed, kiosk.as.authorization.slice(7)])
      for (let n = 0; n < 10; n += 1) {
        const { status, body } = await poll(world, token);
        assert.deepEqual([status, body], [403, { error: "Invalid API key" }], token);
      }
    assert.equal((await poll(world, one.token)).status, 200);
    assert.equal((await kiosk.beat()).status, 200);
  });

  it("400: without a token, or with one that is not text; 413 and 415 as below /api (rules 2)", async () => {
    for (const body of [{}, { token: 5 }, { token: null }, { token: "x".repeat(201) }, [], "x"])
      assert.equal((await kioskCall(world, "POST", "/pairing/poll", { body })).status, 400, JSON.stringify(body));
    const large = await kioskCall(world, "POST", "/pairing/poll", { body: { token: "x".repeat(20_000) } });
    assert.equal(large.status, 413);
    const headers = { "content-type": "text/xml" };
    assert.equal((await kioskCall(world, "POST", "/pairing/poll", { body: {}, headers })).status, 415);
  });

  it("forgets what has ended an hour ago, and nothing else", async () => {
    const ended = await showCode(world, newSource());
    setClocks(START + 5 * MINUTE_MS);
    const living = await showCode(world, newSource());
    setClocks(START + 70 * MINUTE_MS);
    await deleteEndedPairings(world.context);
    assert.equal((await poll(world, ended.token)).status, 403);
    assert.deepEqual((await poll(world, living.token)).body, { status: "expired" });
  });
});
