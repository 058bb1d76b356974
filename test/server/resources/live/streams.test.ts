import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  unknownKey,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { addressOf, openStream, type Stream } from "./client.ts";

let world: World;
let base: string;
let location: string;
let streams: Stream[] = [];
before(async () => {
  world = await makeWorld();
  base = `${await addressOf(world.app)}/api`;
  location = await buildLocation(world);
});
after(async () => {
  for (const stream of streams) stream.leave();
  await world.close();
});

const listen = async (of = location, headers: Record<string, string> = {}, query = ""): Promise<Stream> => {
  const stream = await openStream(`${base}/companies/${of}/events${query}`, { ...world.admin, ...headers });
  streams.push(stream);
  return stream;
};
const names = ({ events }: Stream): string[] => events.map(({ event }) => event);

describe("GET /companies/{company_id}/events (rules 5, interface 6.2)", () => {
  it("200: an event stream that no cache or proxy keeps back, with where it begins and when to come back", async () => {
    const stream = await listen();
    assert.equal(stream.status, 200);
    assert.equal(stream.headers["content-type"], "text/event-stream");
    assert.match(String(stream.headers["cache-control"]), /no-store/);
    assert.equal(stream.headers["x-accel-buffering"], "no");
    const { text } = await world.get(`/companies/${location}/events`);
    assert.match(text, /^retry: \d+\nid: \d+\n\n$/);
  });

  it("200: each event with its kind, the number of its entry, and as data exactly what a webhook carries (interface 6.1, 6.2)", async () => {
    const stream = await listen();
    const visit = await buildVisit(world, location);
    await world.post(`/visitors/${visit._id}/signout`);
    await stream.until(2);
    const entries = (await logOf(world, location)).filter(({ subject_id }) => subject_id === visit._id);
    assert.deepEqual(
      stream.events,
      ["visitor_signed_in", "visitor_signed_out"].map((event, n) => ({
        id: String(entries[n].seq),
        event,
        data: { eventName: event, companyId: location, visitorId: visit._id },
      })),
    );
  });

  it("200: visits, registered visitors and the location itself, to every role that may read visits (interface 6.2)", async () => {
    const guard = await buildUser(world, "security_guard", [location]);
    const stream = await listen(location, guard);
    const type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest" })).body._id;
    const known = (await world.post("/knownvisitors", { company_id: location, visit_type: type })).body._id;
    await world.post(`/knownvisitors/${known}/signin`, {});
    await world.post("/visitees", { company_id: location, cn: "Nobody is told" });
    await world.put(`/companies/${location}`, { city: "Mons" });
    await stream.until(4);
    const kinds = ["company_updated", "registered_visitor_created", "visitor_signed_in", "company_updated"];
    assert.deepEqual(names(stream), kinds);
    assert.deepEqual(stream.events[1]?.data, {
      eventName: "registered_visitor_created",
      companyId: location,
      knownVisitorId: known,
      visitTypeId: type,
    });
    assert.deepEqual(stream.events[0]?.data, { eventName: "company_updated", companyId: location });
  });

  it("200: from now on, and nothing of another location", async () => {
    const other = await buildLocation(world);
    await buildVisit(world, location);
    const [mine, theirs] = [await listen(), await listen(other)];
    await buildVisit(world, other, { last_name: "Elsewhere" });
    const visit = await buildVisit(world, location);
    await Promise.all([mine.until(1), theirs.until(1)]);
    assert.deepEqual(
      mine.events.map(({ data }) => data["visitorId"]),
      [visit._id],
    );
    assert.deepEqual(
      theirs.events.map(({ data }) => data["companyId"]),
      [other],
    );
  });

  it("200: from where the location's own answer says, so that nothing is missed that is read in between (rules 5)", async () => {
    const of = await buildLocation(world);
    assert.equal((await world.get(`/companies/${of}`)).headers["last-event-id"], "0");
    await buildVisit(world, of);
    const { headers } = await world.get(`/companies/${of}`);
    const visit = await buildVisit(world, of);
    const stream = await listen(of, { "last-event-id": String(headers["last-event-id"]) });
    await stream.until(1);
    assert.deepEqual(
      stream.events.map(({ data }) => data["visitorId"]),
      [visit._id],
    );
  });

  it("200: after Last-Event-ID everything that was missed, then what comes, once each", async () => {
    const of = await buildLocation(world);
    const first = await listen(of);
    await buildVisit(world, of);
    await first.until(1);
    first.leave();
    for (let n = 0; n < 3; n += 1) await buildVisit(world, of);
    const second = await listen(of, { "last-event-id": first.lastId() });
    await buildVisit(world, of);
    await second.until(4);
    const entries = (await logOf(world, of)).filter(({ event }) => event !== null);
    assert.deepEqual(
      [...first.events, ...second.events].map(({ id }) => Number(id)),
      entries.map(({ seq }) => seq),
    );
  });

  it("200: who was cut off before the first event misses nothing either, by the number the stream began with", async () => {
    const of = await buildLocation(world);
    await buildVisit(world, of);
    const first = await listen(of);
    const began = first.lastId();
    first.leave();
    assert.deepEqual([first.events, began], [[], String((await logOf(world, of)).at(-1).seq)]);
    const visit = await buildVisit(world, of);
    const second = await listen(of, { "last-event-id": began });
    await second.until(1);
    assert.equal(second.events[0]?.data["visitorId"], visit._id);
  });

  it("200: lastEventId in the query does the same; the header of a reconnecting browser wins, a blank one counts as missing", async () => {
    const of = await buildLocation(world);
    for (let n = 0; n < 3; n += 1) await buildVisit(world, of);
    const [start = "", middle = ""] = (await logOf(world, of)).map(({ seq }) => String(seq));
    const fromQuery = await listen(of, {}, `?lastEventId=${start}`);
    const fromHeader = await listen(of, { "last-event-id": middle }, `?lastEventId=${start}`);
    const blank = await listen(of, { "last-event-id": " " }, `?lastEventId=${start}`);
    await Promise.all([fromQuery.until(2), fromHeader.until(1), blank.until(2)]);
    assert.deepEqual(
      [fromQuery, fromHeader, blank].map(({ events }) => events.length),
      [2, 1, 2],
    );
  });

  it("200: an id from before everything gives all there is; one ahead of the log (after a restore) begins now and is told", async () => {
    const of = await buildLocation(world);
    for (let n = 0; n < 3; n += 1) await buildVisit(world, of);
    const [all, ahead] = [
      await listen(of, { "last-event-id": "0" }),
      await listen(of, { "last-event-id": "9007199254740991" }),
    ];
    await all.until(3);
    await buildVisit(world, of);
    await Promise.all([all.until(4), ahead.until(2)]);
    assert.deepEqual(names(all), await eventsOf(world, of));
    const [told, ...rest] = ahead.events;
    assert.deepEqual(told, {
      id: all.events[2]?.id,
      event: "stream_restarted",
      data: { eventName: "stream_restarted", companyId: of },
    });
    assert.deepEqual(rest, all.events.slice(3));
  });

  for (const id of ["abc", "-1", "1.5", "1e3", "0x10", "12345678901234567890", "1 2", "١"])
    it(`400: Last-Event-ID ${JSON.stringify(id)} is invalid; the message names it and where to look`, async () => {
      const answer = await world.get(`/companies/${location}/events?lastEventId=${encodeURIComponent(id)}`);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /Last-Event-ID.*such as 1042.*openapi/);
    });

  it("403: before it begins the answer is the usual one, as JSON (interface 7)", async () => {
    const key = await buildKey(world, [await buildLocation(world)]);
    for (const as of [null, unknownKey(), key]) {
      const answer = await world.get(`/companies/${location}/events`, { as });
      assert.deepEqual([answer.status, answer.body], [403, { error: "Invalid API key" }]);
      assert.match(String(answer.headers["content-type"]), /^application\/json/);
    }
  });

  it("404: another method is an unknown endpoint", async () => {
    assert.equal((await world.post(`/companies/${location}/events`, {})).status, 404);
  });

  it("200: nothing of what visitors are called is in it", async () => {
    const stream = await listen();
    await buildVisit(world, location, { first_name: "Canary", email: "canary@example.org", odd: "canary" });
    await stream.until(1);
    assert.doesNotMatch(JSON.stringify(stream.events), /canary/i);
  });
});
