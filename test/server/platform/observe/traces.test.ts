import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { readConfig } from "../../../../server/platform/config/config.ts";
import { makeLogger } from "../../../../server/platform/logger.ts";
import { openTracing } from "../../../../server/platform/observe/open-tracing.ts";
import type { Tracing } from "../../../../server/platform/observe/tracing.ts";
import { startTicks } from "../../../../server/ticks.ts";
import { deliverNext } from "../../../../server/resources/webhooks/deliver.ts";
import { closedPort } from "../../../support/outside/mailbox.ts";
import { until } from "../../../support/run/process.ts";
import { buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { openReceiver, type Receiver } from "../../resources/webhooks/receiver.ts";
import { attributesOf, type Collector, openCollector, type SentSpan } from "./collector.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const SERVER = 2;
const FAILED = 2;

let collector: Collector;
let receiver: Receiver;
let world: World;
let tracing: Tracing;
let location: string;
let key: Record<string, string>;
let visit: string;
let spans: SentSpan[];

const named = (name: string): SentSpan[] => spans.filter((span) => span.name === name);
const childrenOf = (parent: SentSpan | undefined): SentSpan[] =>
  spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId);

before(async () => {
  collector = await openCollector();
  receiver = await openReceiver();
  const config = readConfig({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20hush",
    OTEL_SERVICE_NAME: "reception",
  });
  const logger = makeLogger("silent");
  const opened = await openTracing(config, logger);
  assert.ok(opened);
  tracing = opened;
  world = await makeWorld({ observed: { logger, tracing } });
  location = await buildLocation(world);
  key = await buildKey(world, [location]);
  visit = (await buildVisit(world, location))._id;
  await world.get(`/visitors/${visit}`, { as: key, headers: { traceparent: `00-${TRACE}-${PARENT}-01` } });
  // Over a real socket, whose reading must not lose the span.
  const url = await world.app.listen({ port: 0, host: "127.0.0.1" });
  await fetch(`${url}/api/visitors`, {
    method: "POST",
    headers: { ...key, "idempotency-key": "one", "content-type": "application/json" },
    body: JSON.stringify({ company_id: location, note: "x".repeat(40_000) }),
  });
  await world.get("/companies/nobody-knows/fields", { as: key });
  await world.app.inject("/no/such/page");
  await world.post(`/companies/${location}/webhooks`, { url: receiver.url });
  await world.post(`/visitors/${visit}/signout`);
  await deliverNext(world.context, location);
  const stopTicks = startTicks(world.context);
  await until("a tick", async () => (world.context.metrics.tick("send mails").done > 0 ? true : undefined));
  await stopTicks();
  await tracing.stop();
  spans = collector.spans();
});
after(async () => {
  await world.close();
  await receiver.close();
  await collector.close();
});

describe("OpenTelemetry traces", () => {
  it("a request is a span with route, method, status, location and kind of principal, and nothing else", () => {
    const [span] = named("GET /api/visitors/:visitorId");
    assert.ok(span);
    assert.equal(span.kind, SERVER);
    const { "foyer.request_id": id, ...rest } = attributesOf(span);
    assert.match(String(id), /^[0-9a-f]{24}$/);
    assert.deepEqual(rest, {
      "http.request.method": "GET",
      "http.route": "/api/visitors/:visitorId",
      "http.response.status_code": 200,
      "foyer.principal": "api_key",
    });
    const created = spans.find(
      (each) => each.name === "POST /api/visitors" && attributesOf(each)["foyer.principal"] === "api_key",
    );
    assert.equal(created && attributesOf(created)["foyer.location"], location);
  });

  it("a W3C traceparent is accepted: the request is a child of its caller's span", () => {
    const [span] = named("GET /api/visitors/:visitorId");
    assert.deepEqual([span?.traceId, span?.parentSpanId], [TRACE, PARENT]);
  });

  it("statements are spans below their request by name, also after a body was read and in a transaction", () => {
    const request = spans.find(
      (each) => each.name === "POST /api/visitors" && attributesOf(each)["foyer.principal"] === "api_key",
    );
    const below = childrenOf(request);
    const transaction = below.find(({ name }) => name === "db transaction");
    assert.ok(
      below.some(({ name }) => name.startsWith("db find-key")),
      below.map(({ name }) => name).join(),
    );
    assert.ok(childrenOf(transaction).length > 0);
    for (const span of spans.filter(({ name }) => name.startsWith("db ")))
      assert.match(span.name, /^db [a-z-]+(, [a-z-]+)?$/);
  });

  it("a refused call and an unknown path have a span, without the path that was sent", () => {
    assert.equal(named("GET unmatched").length, 1);
    const refused = named("GET /api/companies/:company_id/fields");
    assert.equal(refused[0] && attributesOf(refused[0])["http.response.status_code"], 403);
    assert.notEqual(refused[0]?.status.code, FAILED);
    assert.ok(!collector.bodies.join().includes("nobody-knows"));
  });

  it("a call of a webhook is a span with its location; no traceparent is sent to the outside", () => {
    const [span] = named("webhook");
    assert.deepEqual(span && attributesOf(span), { "foyer.location": location });
    assert.equal(receiver.got.length, 1);
    assert.ok(!("traceparent" in (receiver.got[0]?.headers ?? {})));
  });

  it("background work, some ten runs a second of an idle service, makes none of its own", () => {
    assert.deepEqual(
      spans.filter(({ name, parentSpanId }) => /^(tick|db) /.test(name) && (parentSpanId ?? "") === ""),
      [],
    );
  });

  it("is sent with the configured name and headers", () => {
    assert.equal(collector.headers[0]?.["authorization"], "Bearer hush");
    assert.equal(collector.headers[0]?.["url"], "/v1/traces");
    assert.match(collector.bodies[0] ?? "", /"service\.name","value":\{"stringValue":"reception"\}/);
  });
});

describe("the configuration of traces", () => {
  const lines: string[] = [];
  const logger = makeLogger("info", { write: (line) => void lines.push(line) });
  const openWith = (env: Record<string, string>): Promise<Tracing | undefined> => openTracing(readConfig(env), logger);
  const spansWith = async (env: Record<string, string>, traceparent?: string): Promise<number> => {
    const own = await openCollector();
    const opened = await openWith({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${own.url}/traces`, ...env });
    opened?.begin("request", traceparent).end("request", {}, false);
    await opened?.stop();
    await own.close();
    assert.deepEqual(
      own.headers.map(({ url }) => url),
      own.bodies.map(() => "/traces"),
    );
    return own.spans().length;
  };

  it("is off without an endpoint, with OTEL_TRACES_EXPORTER=none and with OTEL_SDK_DISABLED=true", async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318" };
    assert.equal(await openWith({}), undefined);
    assert.equal(await openWith({ ...endpoint, OTEL_TRACES_EXPORTER: "none" }), undefined);
    assert.equal(await openWith({ ...endpoint, OTEL_SDK_DISABLED: "true" }), undefined);
  });

  it("knows the samplers: by parent, by ratio, always and never", async () => {
    const sampled = `00-${TRACE}-${PARENT}-01`;
    const unsampled = `00-${TRACE}-${PARENT}-00`;
    assert.equal(await spansWith({}), 1);
    assert.equal(await spansWith({}, unsampled), 0);
    assert.equal(await spansWith({ OTEL_TRACES_SAMPLER: "always_on" }, unsampled), 1);
    assert.equal(await spansWith({ OTEL_TRACES_SAMPLER: "always_off" }, sampled), 0);
    const none = { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" };
    assert.deepEqual([await spansWith(none), await spansWith(none, sampled)], [0, 1]);
    assert.equal(await spansWith({ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "1.0" }), 1);
  });

  it("ignores an invalid traceparent", async () => {
    for (const bad of [
      "",
      "ff-x",
      `ff-${TRACE}-${PARENT}-00`,
      `00-${"0".repeat(32)}-${PARENT}-00`,
      `00-${TRACE}-${"0".repeat(16)}-00`,
    ])
      assert.equal(await spansWith({}, bad), 1, bad);
  });

  it("a collector that is away is one line in the log, and stopping does not wait for it", async () => {
    const opened = await openWith({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await closedPort()}` });
    opened?.begin("request", undefined).end("request", {}, false);
    await opened?.stop();
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? "", /traces could not be sent/);
  });
});
