import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";

import { makeVisitor } from "../../areas/sessions/visitor.ts";
import { until } from "../../../support/run/process.ts";
import {
  bearer,
  type Body,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  unknownKey,
  type World,
} from "../../../support/world.ts";
import { addressOf, openStream, type Stream } from "./client.ts";
import { FLOOD, flood } from "./flood.ts";

const PASSWORD = "a-long-enough-password";
const HEARTBEAT_MS = 200;
/** Every other request is ended after ten seconds. */
const HELD_MS = 11_000;

let world: World;
let base: string;
let location: string;
let long: { stream: Stream; opened: number };
before(async () => {
  world = await makeWorld({ heartbeatMs: HEARTBEAT_MS });
  base = `${await addressOf(world.app)}/api`;
  location = await buildLocation(world);
  long = { stream: await listen(world.admin), opened: performance.now() };
});
after(() => world.close());

const listen = (headers: Record<string, string>, of = location): Promise<Stream> =>
  openStream(`${base}/companies/${of}/events`, headers);
const beats = async (stream: Stream, count: number): Promise<void> => {
  const enough = stream.comments.length + count;
  await until("heartbeats", async () => (stream.comments.length >= enough ? true : undefined), 10_000);
};
const key = async (body: Record<string, unknown> = {}): Promise<Body> => {
  const made = (await world.post("/apikeys", { name: "key", companies: [location], ...body })).body;
  return { ...made, headers: bearer(made.key) };
};
const idOf = async (headers: Record<string, string>): Promise<string> =>
  (await world.get("/users/me", { as: headers })).body._id;

/** Ends a stream by what is done to its credential, and no other stream. */
const endsBy = async (headers: Record<string, string>, act: () => Promise<Body>): Promise<void> => {
  const stream = await listen(headers);
  await beats(stream, 1);
  const { status, text } = await act();
  assert.equal(status, 200, text);
  await stream.ended;
  assert.ok(stream.isComplete());
};

describe("GET /companies/{company_id}/events: how long a stream lasts (rules 5, interface 5.6)", () => {
  it("200: a comment comes with every heartbeat, and does not count as an event", async () => {
    const stream = await listen(world.admin);
    await beats(stream, 3);
    assert.deepEqual([stream.events, new Set(stream.comments).size], [[], 1]);
    stream.leave();
  });

  it("200: a client that asks for it is sent a pulse immediately and at its interval, which moves no cursor", async () => {
    const plain = await listen(world.admin);
    const pulsed = await openStream(`${base}/companies/${location}/events?pulse=1`, world.admin);
    await until("two pulses", async () => (pulsed.events.length >= 2 ? true : undefined), 10_000);
    // They carry no id: the cursor is that of the opening.
    const cursor = plain.lastId();
    assert.deepEqual(
      pulsed.events.slice(0, 2).map(({ event, id }) => [event, id]),
      [
        ["pulse", cursor],
        ["pulse", cursor],
      ],
    );
    assert.deepEqual(plain.events, []);
    plain.leave();
    pulsed.leave();
  });

  it("400: a pulse of no number of seconds", async () => {
    for (const pulse of ["0", "61", "often"])
      assert.equal((await world.get(`/companies/${location}/events?pulse=${pulse}`)).status, 400, pulse);
  });

  it("200: it ends within a heartbeat when its key is revoked, expires, loses the location or is used from elsewhere (interface 5.6)", async () => {
    const other = await buildLocation(world);
    const changes: ((id: string) => Promise<Body>)[] = [
      (id) => world.remove(`/apikeys/${id}`),
      (id) => world.put(`/apikeys/${id}`, { companies: [other] }),
      (id) => world.put(`/apikeys/${id}`, { expires_at: new Date(Date.now() - 1_000).toISOString() }),
      (id) => world.put(`/apikeys/${id}`, { ip_ranges: ["203.0.113.0/24"] }),
    ];
    await Promise.all(
      changes.map(async (change) => {
        const { _id, headers } = await key();
        await endsBy(headers, () => change(_id));
      }),
    );
  });

  it("200: it ends when a user is removed, put to sleep or loses the location, and goes on with another role that may read visits", async () => {
    const other = await buildLocation(world);
    const user = () => buildUser(world, "receptionist", [location]);
    const [gone, asleep, moved, demoted] = await Promise.all([user(), user(), user(), user()]);
    const stays = await listen(demoted);
    await world.put(`/users/${await idOf(demoted)}`, { role: "employee" });
    const ids = await Promise.all([gone, asleep, moved].map(idOf));
    await Promise.all([
      endsBy(gone, () => world.remove(`/users/${ids[0]}`)),
      endsBy(asleep, () => world.put(`/users/${ids[1]}`, { active: false })),
      endsBy(moved, () => world.put(`/users/${ids[2]}`, { companies: [other] })),
    ]);
    await beats(stays, 2);
    stays.leave();
  });

  it("200: it ends with the session of the console", async () => {
    const email = "reception@example.org";
    await buildUser(world, "receptionist", [location], { email });
    const visitor = makeVisitor(world);
    await visitor.signIn(email, PASSWORD);
    const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ");
    await endsBy({ cookie, "sec-fetch-site": "same-origin" }, () => visitor.send("DELETE", "/session"));
  });

  it("200: it ends when the location is removed", async () => {
    const of = await buildLocation(world, { name: "Gone" });
    const stream = await listen(world.admin, of);
    await world.call("DELETE", `/companies/${of}`, { body: { name: "Gone" } });
    await stream.ended;
    assert.ok(stream.isComplete());
  });

  it("a credential that is refused at a heartbeat counts against no address: it does not count as a new call (interface 8, rules 1)", async () => {
    const { _id, headers } = await key();
    const streams = await Promise.all(Array.from({ length: 40 }, () => listen(headers)));
    await world.remove(`/apikeys/${_id}`);
    await Promise.all(streams.map(({ ended }) => ended));
    assert.equal((await world.get("/users/me")).status, 200);
    assert.deepEqual((await world.db.pool.query("select n from refusals")).rows, []);
  });

  it("200: it goes on while its address is shut out by others' refusals, which new calls are not (interface 8)", async () => {
    const stream = await listen(world.admin);
    for (let n = 0; n < 30; n += 1) await world.get("/users/me", { as: unknownKey() });
    assert.equal((await world.get(`/companies/${location}/events`)).status, 429);
    await beats(stream, 3);
    await world.db.pool.query("delete from refusals");
    await buildVisit(world, location);
    await stream.until(1);
    stream.leave();
  });

  it("ends for a key that is revoked while its address is shut out: others' refusals let no revoked key listen on (interface 5.6)", async () => {
    const { _id, headers } = await key();
    const stream = await listen(headers);
    for (let n = 0; n < 30; n += 1) await world.get("/users/me", { as: unknownKey() });
    await beats(stream, 2);
    await world.db.pool.query("update api_keys set revoked_at = now() where _id = $1", [_id]);
    await stream.ended;
    await world.db.pool.query("delete from refusals");
  });

  it("200: a client that reads nothing between two heartbeats of what it missed is disconnected, and can come back", async () => {
    const of = await buildLocation(world);
    await flood(world, of);
    const slow = await listen({ ...world.admin, "last-event-id": "0" }, of);
    slow.pause();
    const steady = await listen({ ...world.admin, "last-event-id": "0" }, of);
    await steady.until(FLOOD);
    await beats(steady, 4);
    slow.resume();
    await slow.ended;
    assert.ok(!slow.isComplete() && slow.events.length < FLOOD, `${slow.events.length}`);
    const again = await listen({ ...world.admin, "last-event-id": slow.lastId() }, of);
    await again.until(FLOOD - slow.events.length);
    assert.deepEqual([...slow.events, ...again.events], steady.events);
    for (const stream of [again, steady]) stream.leave();
  });

  it("200: ten seconds are the most for other requests, not for a stream", async () => {
    await pause(Math.max(0, long.opened + HELD_MS - performance.now()));
    await beats(long.stream, 1);
    const seen = long.stream.events.length;
    await buildVisit(world, location);
    await long.stream.until(seen + 1);
    long.stream.leave();
  });

  it("closing the service ends every stream in order, and waits for none", async () => {
    const own = await makeWorld();
    const url = `${await addressOf(own.app)}/api/companies/${await buildLocation(own)}/events`;
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(url, own.admin)));
    const closing = own.close();
    await Promise.all(streams.map(({ ended }) => ended));
    assert.ok(streams.every((stream) => stream.isComplete()));
    await closing;
  });
});
