import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeLogger } from "../../../../server/platform/logger.ts";
import { makeHistogram } from "../../../../server/platform/observe/counters.ts";
import { startTicks } from "../../../../server/ticks.ts";
import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import { pairKiosk } from "../../../support/kiosk.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { until } from "../../../support/run/process.ts";
import { buildKey, buildLocation, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { openReceiver, type Receiver, status } from "../../resources/webhooks/receiver.ts";
import { type Metrics, readMetrics } from "./read-metrics.ts";
import { sendMails } from "../../../support/outside/sending.ts";

let mailbox: Mailbox;
let receiver: Receiver;
let world: World;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  receiver = await openReceiver();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url } });
  location = await buildLocation(world);
});
after(async () => {
  await world.close();
  await receiver.close();
  await mailbox.close();
});

/** A service of its own on the same database: its numbers from the database are as of now, its own begin at zero. */
const afresh = async <T>(work: (other: World) => Promise<T>): Promise<T> => {
  const other = await makeWorld({ database: world.database });
  try {
    return await work(other);
  } finally {
    await other.close();
  }
};
const told = (): Promise<Metrics> => afresh(readMetrics);

describe("GET /metrics (rules 6)", () => {
  it("200: Prometheus' text, open to every client; every metric has its help and type once", async () => {
    const answer = await world.app.inject("/metrics");
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers["content-type"]), /^text\/plain; version=0\.0\.4/);
    const types = [...answer.body.matchAll(/^# TYPE (\S+) (counter|gauge|histogram|summary)$/gm)].map(
      ([, name]) => name,
    );
    const helps = [...answer.body.matchAll(/^# HELP (\S+) \S/gm)].map(([, name]) => name);
    assert.deepEqual(types, helps);
    assert.equal(new Set(types).size, types.length);
    for (const line of answer.body.split("\n").filter((each) => each !== "" && !each.startsWith("#")))
      assert.match(line, /^[a-z_:][a-z0-9_:]*(\{[a-z_]+="[^"]*"(,[a-z_]+="[^"]*")*\})? [-+\dNae.]+$/i);
  });

  it("403: with METRICS_TOKEN set, for clients that do not send it as a Bearer token", async () => {
    const token = "a-token-of-metrics";
    const other = await makeWorld({ env: { METRICS_TOKEN: token } });
    const statusWith = async (headers: Record<string, string>): Promise<number> =>
      (await other.app.inject({ url: "/metrics", headers })).statusCode;
    assert.equal(await statusWith({}), 403);
    assert.equal(await statusWith({ authorization: `Bearer ${token}x` }), 403);
    assert.equal(await statusWith({ authorization: `Basic ${token}` }), 403);
    assert.equal(await statusWith(other.admin), 403);
    assert.equal(await statusWith({ authorization: `Bearer ${token}` }), 200);
    await other.close();
  });

  it("counts requests by route, method and status, never by path, and how long they took", async () => {
    const visit = await buildVisit(world, location);
    const key = await buildKey(world, [location]);
    const before_ = await readMetrics(world);
    await world.get(`/visitors/${visit._id}`, { as: key });
    await world.get("/visitors/000000000000000000000000", { as: key });
    await world.get(`/visitors/${visit._id}`, { as: null });
    await world.app.inject("/no/such/page?name=Jo");
    const now = await readMetrics(world);
    const route = { method: "GET", route: "/api/visitors/:visitorId" };
    const rise = (name: string, labels: Record<string, string>): number =>
      now.value(name, labels) - before_.value(name, labels);
    for (const code of ["200", "403", "404"])
      assert.equal(rise("foyer_http_requests_total", { ...route, status: code }), 1);
    assert.equal(rise("foyer_http_request_duration_seconds_count", route), 3);
    assert.equal(rise("foyer_http_request_duration_seconds_bucket", { ...route, le: "+Inf" }), 3);
    assert.ok(rise("foyer_http_request_duration_seconds_sum", route) > 0);
    assert.equal(rise("foyer_http_requests_total", { method: "GET", route: "unmatched", status: "404" }), 1);
    assert.ok(!now.text.includes(visit._id) && !now.text.includes("such/page"));
  });

  it("counts an event stream when it ends, and does not take its length for slowness", async () => {
    const before_ = await readMetrics(world);
    await world.get(`/companies/${location}/events`);
    const route = { method: "GET", route: "/api/companies/:company_id/events" };
    const seen = await until("the end of the stream", async () => {
      const now = await readMetrics(world);
      const labels = { ...route, status: "200" };
      const rise = now.value("foyer_http_requests_total", labels) - before_.value("foyer_http_requests_total", labels);
      return rise === 1 ? now : undefined;
    });
    assert.equal(seen.value("foyer_http_request_duration_seconds_count", route), 0);
  });

  it("counts sign-ins by source, and none that was refused", async () => {
    const of = async (): Promise<number> => (await readMetrics(world)).value("foyer_sign_ins_total", { source: "api" });
    const before_ = await of();
    await buildVisit(world, location);
    await world.post("/visitors", { company_id: location, visit_type: "000000000000000000000000" });
    const known = await buildRegistered(world, location);
    await world.post(`/knownvisitors/${known._id}/signin`, {});
    assert.equal(await of(), before_ + 2);
  });

  it("tells how old the oldest event is that waits for an enabled webhook, and what became of the others", async () => {
    const desk = await buildLocation(world);
    await world.post(`/companies/${desk}/webhooks`, { url: receiver.url });
    await buildVisit(world, desk);
    await buildVisit(world, desk);
    await world.db.pool.query("update log set at = at - interval '90 seconds' where company_id = $1", [desk]);
    const waiting = await told();
    assert.ok(Math.abs(waiting.value("foyer_event_backlog_age_seconds") - 90) < 30);
    assert.equal(waiting.value("foyer_event_backlog_locations"), 1);
    await deliverNext(world.context, desk);
    receiver.behave.run = status(500);
    await deliverNext(world.context, desk);
    const after_ = await told();
    assert.deepEqual(
      [after_.value("foyer_event_backlog_age_seconds"), after_.value("foyer_event_backlog_locations")],
      [0, 0],
    );
    const own = await readMetrics(world);
    assert.equal(own.value("foyer_webhook_deliveries_total", { outcome: "delivered" }), 1);
    assert.equal(own.value("foyer_webhook_deliveries_total", { outcome: "failed" }), 1);
    assert.equal(own.value("foyer_webhook_call_duration_seconds_count"), 2);
    assert.equal(own.value("foyer_webhook_calls_under_way"), 0);
  });

  it("tells webhooks that were turned off from those their owner turned off", async () => {
    const desk = await buildLocation(world);
    await world.post(`/companies/${desk}/webhooks`, { url: receiver.url });
    receiver.behave.run = status(500);
    for (let n = 0; n < 5; n += 1) await buildVisit(world, desk);
    while (await deliverNext(world.context, desk));
    await world.post(`/companies/${location}/webhooks`, { url: receiver.url, enabled: false });
    const now = await told();
    assert.equal(now.value("foyer_webhooks", { state: "disabled" }), 1);
    assert.equal(now.value("foyer_webhooks", { state: "off" }), 1);
    // No request waits for what happens there.
    for (const place of [desk, location]) await buildVisit(world, place);
    assert.equal((await told()).value("foyer_event_backlog_locations"), 0);
    assert.equal((await readMetrics(world)).value("foyer_webhooks_disabled_total"), 1);
  });

  it("tells messages that wait by kind and state, and counts those that went out or did not", async () => {
    await world.db.pool.query("delete from messages");
    const known = await buildRegistered(world, location, { email: "rosa@example.org" });
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [known._id]);
    await world.db.pool.query("update messages set create_date = create_date - interval '1 hour'");
    const waiting = await told();
    assert.equal(waiting.value("foyer_messages_waiting", { kind: "mail", state: "queued" }), 1);
    assert.equal(waiting.value("foyer_messages_waiting", { kind: "sms", state: "queued" }), 0);
    assert.ok(Math.abs(waiting.value("foyer_messages_oldest_age_seconds", { kind: "mail" }) - 3600) < 60);
    mailbox.refuse.data = () => ({ code: 451, words: "later" });
    await sendMails(world.context);
    mailbox.refuse.data = undefined;
    await world.db.pool.query("update messages set next_at = now() - interval '1 second' where state = 'queued'");
    await sendMails(world.context);
    const now = await readMetrics(world);
    assert.equal(now.value("foyer_messages_total", { kind: "mail", outcome: "postponed" }), 1);
    assert.equal(now.value("foyer_messages_total", { kind: "mail", outcome: "sent" }), 1);
  });

  it("tells kiosks that were heard within 90 seconds", async () => {
    const kiosk = await pairKiosk(world, location);
    await pairKiosk(world, location);
    await kiosk.beat();
    const now = await told();
    assert.deepEqual(
      [now.value("foyer_kiosks", { state: "online" }), now.value("foyer_kiosks", { state: "offline" })],
      [1, 1],
    );
  });

  it("tells the pool, the build and the backups", async () => {
    world.context.metrics.newestBackup = async () => Date.UTC(2026, 10, 21);
    const now = await readMetrics(world);
    assert.ok(now.value("foyer_database_pool_connections", { state: "idle" }) >= 1);
    assert.equal(now.value("foyer_database_pool_waiting"), 0);
    assert.match(now.text, /^foyer_build_info\{version="\d+\.\d+\.\d+",node="24\.[\d.]+"\} 1$/m);
    assert.equal(now.value("foyer_backup_newest_timestamp_seconds"), Date.UTC(2026, 10, 21) / 1000);
  });

  it("asks the database once in five seconds at most, however many ask", async () => {
    await afresh(async (other) => {
      let asked = 0;
      const { db } = other.context;
      other.context.db = {
        ...db,
        named: (statement, values) => {
          if (statement.name === "observe-gauges") asked += 1;
          return db.named(statement, values);
        },
      };
      await Promise.all(Array.from({ length: 20 }, () => other.app.inject("/metrics")));
      await other.app.inject("/metrics");
      assert.equal(asked, 1);
    });
  });

  it("200: without the database it tells the rest, that the database is away, and nothing of the database", async () => {
    await afresh(async (other) => {
      await other.db.pool.end();
      const now = await readMetrics(other);
      assert.equal(now.value("foyer_database_up"), 0);
      assert.ok(!now.text.includes("foyer_event_backlog"));
      assert.ok(now.text.includes("nodejs_eventloop_lag_p99_seconds"));
      Object.assign(other.db.pool, { end: async () => undefined });
    });
  });

  it("grows with neither locations nor people: the same lines with ten more locations", async () => {
    const linesOf = async (): Promise<number> =>
      (await readMetrics(world)).text.split("\n").filter((line) => line.startsWith("foyer_")).length;
    await buildVisit(world, await buildLocation(world));
    const before_ = await linesOf();
    for (let n = 0; n < 10; n += 1) await buildVisit(world, await buildLocation(world), { first_name: `P${n}` });
    assert.equal(await linesOf(), before_);
  });
});

describe("ticks in /metrics", () => {
  it("each has its runs by outcome and the time of its last success", async () => {
    const logger = makeLogger("silent");
    const own = await makeWorld({ observed: { logger, tracing: undefined } });
    const stop = startTicks(own.context);
    const tick = "queue notifications";
    await until("a run", async () => (own.context.metrics.tick(tick).done > 0 ? true : undefined));
    const db = { ...own.context.db };
    const away = () => Promise.reject(new Error("away"));
    Object.assign(own.context.db, { named: away, rows: away });
    await until("a failure", async () => (own.context.metrics.tick(tick).failed > 0 ? true : undefined));
    await stop();
    Object.assign(own.context.db, db);
    const now = await readMetrics(own);
    assert.ok(now.value("foyer_tick_runs_total", { tick, outcome: "done" }) >= 1);
    assert.ok(now.value("foyer_tick_runs_total", { tick, outcome: "failed" }) >= 1);
    assert.ok(now.value("foyer_tick_last_success_timestamp_seconds", { tick }) > 1.7e9);
    assert.ok(now.value("foyer_tick_duration_seconds", { tick }) >= 0);
    await own.close();
  });
});

describe("durations", () => {
  it("fall into the class whose bound they do not pass", () => {
    const durations = makeHistogram();
    for (const ms of [0.5, 1, 1.1, 10_000, 10_001]) durations.add(ms);
    const { atMost, count, sumMs } = durations.read();
    assert.deepEqual([atMost[0], atMost[1], atMost.at(-1), count], [2, 3, 4, 5]);
    assert.equal(sumMs, 20_003.6);
  });
});
