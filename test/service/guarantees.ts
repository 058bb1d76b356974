import assert from "node:assert/strict";
import { it } from "node:test";

import type { Client } from "pg";

import { openStream } from "../server/resources/live/client.ts";
import { until } from "../support/run/process.ts";
import { ADMIN } from "../support/world.ts";
import type { Cluster } from "./cluster.ts";

/** What the guarantees are tried on: the processes, and a look at their database past them. */
export type TrialSetup = { cluster: Cluster; client: Client };

const WRITERS = 12;
const EACH = 5;
const REFUSED = 60;

const location = async ({ cluster }: TrialSetup, webhook = false): Promise<string> => {
  const { _id } = await cluster.ok("POST", "/companies", { name: "Shared", timezone: "UTC" });
  if (webhook) await cluster.ok("POST", `/companies/${_id}/webhooks`, { url: cluster.receiver.url });
  return _id;
};

const keyFor = async ({ cluster }: TrialSetup, company: string) => {
  const { _id, key } = await cluster.ok("POST", "/apikeys", { name: "k", companies: [company] });
  return { _id, as: { authorization: `Bearer ${key}` } };
};

/** The ids of the visits that the events of a location are about, in commit order. */
const logged = async ({ client }: TrialSetup, company: string): Promise<string[]> => {
  const text = "select event, subject_id from log where company_id = $1 and event like 'visitor_%' order by seq";
  return (await client.query(text, [company])).rows.map(({ event, subject_id }) => `${event} ${subject_id}`);
};

const limits = (tried: () => TrialSetup): void => {
  it(`429: of ${REFUSED} refused credentials at once, sent to both in turn, exactly 30 are answered 403 (interface 8)`, async () => {
    const { cluster } = tried();
    const from = { as: { "x-api-key": "svc_unknown_secret" }, headers: { "x-forwarded-for": "203.0.113.9" } };
    const sent = Array.from({ length: REFUSED }, () => cluster.call("GET", "/api/companiesList", from));
    const statuses = (await Promise.all(sent)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 403).length, 30);
    assert.equal(statuses.filter((status) => status === 429).length, REFUSED - 30);
    const good = { as: cluster.admin, headers: from.headers };
    for (const n of [0, 1] as const) assert.equal((await cluster.at(n, "GET", "/api/companiesList", good)).status, 429);
  });

  it("200: one Idempotency-Key sent 12 times at once to both is done once (rules 2)", async () => {
    const { cluster, client } = tried();
    const company_id = await location(tried());
    const sent = { as: cluster.admin, body: { company_id, first_name: "Once" }, headers: { "idempotency-key": "k" } };
    const answers = await Promise.all(Array.from({ length: 12 }, () => cluster.call("POST", "/api/visitors", sent)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body._id)).size, 1);
    const { rows } = await client.query("select 1 from visits where company_id = $1", [company_id]);
    assert.equal(rows.length, 1);
  });
};

const credentials = (tried: () => TrialSetup): void => {
  it("403: a key revoked by one process is refused by the other on the next call (interface 5.6)", async () => {
    const { cluster } = tried();
    const { _id, as } = await keyFor(tried(), await location(tried()));
    const statuses = async () =>
      Promise.all(
        ([0, 1] as const).map(async (n) => (await cluster.at(n, "GET", "/api/companiesList", { as })).status),
      );
    assert.deepEqual(await statuses(), [200, 200]);
    assert.equal((await cluster.at(0, "DELETE", `/api/apikeys/${_id}`, { as: cluster.admin })).status, 200);
    assert.deepEqual(await statuses(), [403, 403]);
  });

  it("403: who signed in at one is known to the other, and signed out everywhere on the next call (docs/sessions.md)", async () => {
    const { cluster } = tried();
    const headers = { origin: cluster.origin };
    const signedIn = await cluster.at(0, "POST", "/session", { body: ADMIN, headers });
    assert.equal(signedIn.status, 200, JSON.stringify(signedIn.body));
    const cookie = signedIn.headers.getSetCookie().map((one) => one.split(";", 1)[0]).join("; "); // prettier-ignore
    const as = { cookie };
    assert.equal((await cluster.at(1, "GET", "/api/companiesList", { as })).status, 200);
    assert.equal((await cluster.at(1, "DELETE", "/session", { as, headers })).status, 200);
    assert.equal((await cluster.at(0, "GET", "/api/companiesList", { as })).status, 403);
  });
};

const events = (tried: () => TrialSetup): void => {
  it(`webhook: ${WRITERS * EACH} visits written by both at once are told by the worker alone, once each and in commit order (interface 6.2, 6.3)`, async () => {
    const { cluster } = tried();
    const company_id = await location(tried(), true);
    const { as } = await keyFor(tried(), company_id);
    cluster.receiver.got.length = 0;
    const write = async () => {
      for (let n = 0; n < EACH; n += 1) await cluster.ok("POST", "/visitors", { company_id }, as);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const got = await cluster.receiver.calls(WRITERS * EACH);
    const told = got.map(({ event }) => `${event["eventName"]} ${event["visitorId"]}`);
    assert.deepEqual(told, await logged(tried(), company_id));
  });

  it("live: what both write is heard at each of them, once and in commit order (rules 5)", async () => {
    const { cluster } = tried();
    const company_id = await location(tried());
    const { as } = await keyFor(tried(), company_id);
    const streams = await Promise.all(
      cluster.apis.map(({ url }) => openStream(`${url}/api/companies/${company_id}/events`, as)),
    );
    const write = async () => {
      const { _id } = await cluster.ok("POST", "/visitors", { company_id }, as);
      await cluster.ok("POST", `/visitors/${_id}/signout`, undefined, as);
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    const expected = await logged(tried(), company_id);
    assert.equal(expected.length, WRITERS * 2);
    for (const stream of streams) {
      await stream.until(expected.length);
      assert.deepEqual(stream.events.map(({ event, data }) => `${event} ${data["visitorId"]}`), expected); // prettier-ignore
      stream.leave();
    }
  });

  it("presence: a kiosk that beats at either is online once, and the worker tells of its silence once (interface 6.2)", async () => {
    const { cluster, client } = tried();
    const company = await location(tried());
    const { code, token } = (await cluster.call("POST", "/kiosk/api/pairing")).body;
    const { _id } = await cluster.ok("POST", `/companies/${company}/devices`, { code, name: "Reception" });
    const { credential } = (await cluster.call("POST", "/kiosk/api/pairing/poll", { body: { token } })).body;
    const beat = { as: { authorization: `Bearer ${credential}` }, body: { app_version: "1.0.0" } };
    const beats = await Promise.all(
      Array.from({ length: 6 }, () => cluster.call("POST", "/kiosk/api/heartbeat", beat)),
    );
    assert.deepEqual(new Set(beats.map(({ status }) => status)), new Set([200]));
    await client.query("update devices set last_seen = now() - interval '91 seconds' where _id = $1", [_id]);
    const told = async () => {
      const text = "select event from log where company_id = $1 and event like 'device_o%' order by seq";
      return (await client.query(text, [company])).rows.map(({ event }) => event);
    };
    await until("the silence", async () => ((await told()).length > 1 ? true : undefined));
    assert.deepEqual(await told(), ["device_online", "device_offline"]);
  });
};

/** Declares a test for each guarantee that must hold whatever is between several processes and their database. */
export const guarantees = (tried: () => TrialSetup): void => {
  limits(tried);
  credentials(tried);
  events(tried);
};
