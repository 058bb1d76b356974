import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeVisitor } from "../../areas/sessions/visitor.ts";
import { basic, bearer, type Body, buildLocation, buildUser, makeWorld, type World } from "../../../support/world.ts";
import { addressOf, openStream, type Stream } from "./client.ts";

const PASSWORD = "a-long-enough-password";
/** So rare that none comes: what ends a stream here is the change alone. */
const HEARTBEAT_MS = 60 * 60_000;

/** Two services on one database, without announcements between them: the second finds changes by polling. */
let worlds: readonly [World, World];
let world: World;
let bases: string[];
let location: string;
before(async () => {
  world = await makeWorld({ heartbeatMs: HEARTBEAT_MS });
  worlds = [world, await makeWorld({ database: world.database, heartbeatMs: HEARTBEAT_MS })];
  bases = await Promise.all(worlds.map(async ({ app }) => `${await addressOf(app)}/api`));
  location = await buildLocation(world);
});
after(async () => {
  await worlds[1].close();
  await worlds[0].close();
});

const listenAt = (base: string, headers: Record<string, string>): Promise<Stream> =>
  openStream(`${base}/companies/${location}/events`, headers);

/** The streams of a credential in both services end by what is done to it. */
const endBy = async (headers: Record<string, string>, act: () => Promise<Body>): Promise<void> => {
  const streams = await Promise.all(bases.map((base) => listenAt(base, headers)));
  const { status, text } = await act();
  assert.equal(status, 200, text);
  await Promise.all(streams.map(({ ended }) => ended));
  for (const stream of streams) assert.ok(stream.isComplete());
};

const key = async (body: Record<string, unknown> = {}): Promise<Body> => {
  const made = (await world.post("/apikeys", { name: "key", companies: [location], ...body })).body;
  return { ...made, headers: bearer(made.key) };
};

const KEY_CHANGES: Record<string, (id: string, other: string) => Promise<Body>> = {
  "is revoked": (id) => world.remove(`/apikeys/${id}`),
  "is narrowed to another location": (id, other) => world.put(`/apikeys/${id}`, { companies: [other] }),
  "is given an end that has passed": (id) =>
    world.put(`/apikeys/${id}`, { expires_at: new Date(Date.now() - 1_000).toISOString() }),
  "is bound to other addresses": (id) => world.put(`/apikeys/${id}`, { ip_ranges: ["203.0.113.0/24"] }),
};

const USER_CHANGES: Record<string, (id: string, other: string) => Promise<Body>> = {
  "is removed": (id) => world.remove(`/users/${id}`),
  "is put to sleep": (id) => world.put(`/users/${id}`, { active: false }),
  "is moved to another location": (id, other) => world.put(`/users/${id}`, { companies: [other] }),
  "has another password": (id) => world.put(`/users/${id}`, { password: "another-long-password" }),
};

describe("the streams of a credential end with its change, without a heartbeat and in every process (interface 5.6)", () => {
  for (const [change, act] of Object.entries(KEY_CHANGES))
    it(`200: they end when a key ${change}`, async () => {
      const other = await buildLocation(world);
      const { _id, headers } = await key();
      await endBy(headers, () => act(_id, other));
    });

  for (const [change, act] of Object.entries(USER_CHANGES))
    it(`200: they end when a user ${change}`, async () => {
      const other = await buildLocation(world);
      const email = `${Math.random()}@example.org`;
      await buildUser(world, "receptionist", [location], { email });
      const headers = basic(email, PASSWORD);
      const { body } = await world.get("/users/me", { as: headers });
      await endBy(headers, () => act(body._id, other));
    });

  it("200: they end when a user logs out, and those of the user's other sessions go on", async () => {
    const email = "reception@example.org";
    await buildUser(world, "receptionist", [location], { email });
    const [leaving, staying] = [makeVisitor(world), makeVisitor(world)];
    const headersOf = async (visitor: typeof leaving): Promise<Record<string, string>> => {
      await visitor.signIn(email, PASSWORD);
      const cookie = [...visitor.jar].map(([name, value]) => `${name}=${value}`).join("; ");
      return { cookie, "sec-fetch-site": "same-origin" };
    };
    const left = await headersOf(leaving);
    const stays = await listenAt(bases[0] ?? "", await headersOf(staying));
    await endBy(left, () => leaving.send("DELETE", "/session"));
    assert.ok(!stays.isComplete());
    stays.leave();
  });

  it("200: they end by themselves when a key expires", async () => {
    const { headers } = await key({ expires_at: new Date(Date.now() + 1_500).toISOString() });
    const streams = await Promise.all(bases.map((base) => listenAt(base, headers)));
    await Promise.all(streams.map(({ ended }) => ended));
    for (const stream of streams) assert.ok(stream.isComplete());
  });
});
