// node bin/run.mjs bench/webhooks.ts: how soon webhooks are called, and how many a second. See bench/README.md.
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

import type { Client } from "pg";

import { conclude, inFolders, readArguments } from "./command.ts";
import { median, ms, quantile, type Row } from "./figures.ts";
import { connect, type Service, startService } from "./processes.ts";

const given = readArguments(
  { locations: "50", events: "100", signins: "300", paced: "2000" },
  { locations: "2", events: "5", signins: "5", paced: "20" },
);
const LOCATIONS = Number(given.locations);
const EVENTS = Number(given.events);
const SIGN_INS = Number(given.signins);
const PACED = Number(given.paced);

const PER_SECOND_MIN = 200;
const START_MS_MAX = 100;
/** Sign-ins a second for the comparison, and the most a webhook may slow one. */
const PACE = 50;
const SLOWER_MAX = 1.15;

const ADMIN = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "bench-bench-bench" };
const authorization = `Basic ${Buffer.from(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`).toString("base64")}`;

/** A receiver that says when each event came. */
const openReceiver = async () => {
  const came = new Map<string, number>();
  let arrived: (() => void) | undefined;
  const server = createServer((request, response) => {
    request.on("data", (part: Buffer) => {
      const id: unknown = Reflect.get(Object(JSON.parse(part.toString())), "visitorId");
      if (typeof id === "string") came.set(id, performance.now());
    });
    request.on("end", () => {
      response.end("ok");
      arrived?.();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const reach = (count: number): Promise<void> =>
    new Promise((resolve) => {
      arrived = () => {
        if (came.size >= count) resolve();
      };
      arrived();
    });
  const port = typeof address === "object" ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}/`, came, reach, close: () => server.close() };
};

const post = async ({ port }: Service, path: string, body: object): Promise<{ _id: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as { _id: string };
};

const makeLocations = async (service: Service, url: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < LOCATIONS; n += 1) {
    const { _id } = await post(service, "/companies", { name: `Location ${n}` });
    await post(service, `/companies/${_id}/webhooks`, { url });
    ids.push(_id);
  }
  return ids;
};

type BenchTarget = {
  service: Service;
  receiver: Awaited<ReturnType<typeof openReceiver>>;
  locations: string[];
  client: Client;
};

/** From the moment a sign-in is sent, so the sign-in itself is within. */
const latency = async ({ service, receiver, locations }: BenchTarget): Promise<Row> => {
  const waits: number[] = [];
  for (let n = 0; n < SIGN_INS; n += 1) {
    const sent = performance.now();
    const { _id } = await post(service, "/visitors", { company_id: locations[n % locations.length] });
    await receiver.reach(n + 1);
    waits.push((receiver.came.get(_id) ?? Number.NaN) - sent);
  }
  return {
    what: "From sending a sign-in to its event at the receiver",
    figures: `median ${ms(median(waits))}, p99 ${ms(quantile(waits, 0.99))}`,
    target: `median ≤ ${START_MS_MAX} ms`,
    holds: median(waits) <= START_MS_MAX,
  };
};

/** Events that wait, as after a time in which the service did not run: they are written straight into the log. */
const addBacklog = async (client: Client, locations: readonly string[]): Promise<void> => {
  await client.query(
    `insert into log (company_id, seq, at, act, event, subject, subject_id, ids, actor_kind, actor_id)
     select l, nextval('log_seq'), now(), 'visit.start', 'visitor_signed_in', 'visit', l || n,
       jsonb_build_object('visitorId', l || '-' || n), 'system', '0'
     from generate_series(1, $2::integer) n, unnest($1::text[]) l order by n`,
    [locations, EVENTS],
  );
};

const throughput = async ({ receiver, locations, client }: BenchTarget): Promise<Row> => {
  receiver.came.clear();
  await addBacklog(client, locations);
  await receiver.reach(locations.length * EVENTS);
  const times = [...receiver.came.values()];
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
  const perSecond = times.length / seconds;
  return {
    what: `${times.length.toLocaleString("en")} waiting events of ${locations.length} locations`,
    figures: `${perSecond.toFixed(0)}/s`,
    target: `≥ ${PER_SECOND_MIN}/s`,
    holds: perSecond >= PER_SECOND_MIN,
  };
};

/** Sign-ins at an even pace, in turn at a location with a webhook and at one without. */
const burden = async ({ service, locations }: BenchTarget): Promise<Row> => {
  const bare = await post(service, "/companies", { name: "Without a webhook" });
  const sides = [
    { location: locations[0], took: [] as number[] },
    { location: bare._id, took: [] as number[] },
  ] as const;
  const started = performance.now();
  const running: Promise<void>[] = [];
  for (let n = 0; n < PACED; n += 1) {
    await wait(Math.max(0, started + (n * 1_000) / PACE - performance.now()));
    const { location, took } = sides[n % 2 === 0 ? 0 : 1];
    const sent = performance.now();
    running.push(
      post(service, "/visitors", { company_id: location }).then(() => void took.push(performance.now() - sent)),
    );
  }
  await Promise.all(running);
  const [withOne, without] = [median(sides[0].took), median(sides[1].took)];
  return {
    what: `A sign-in with a webhook against one without, ${PACE} a second`,
    figures: `${(withOne / without).toFixed(2)} (median ${ms(withOne)} against ${ms(without)})`,
    target: `≤ ${SLOWER_MAX}`,
    holds: withOne / without <= SLOWER_MAX,
  };
};

await inFolders(given, async (dataDir) => {
  const receiver = await openReceiver();
  const service = await startService(dataDir, { ...ADMIN, WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1" });
  try {
    const client = await connect(dataDir);
    const run = { service, receiver, locations: await makeLocations(service, receiver.url), client };
    const rows = [await latency(run), await throughput(run), await burden(run)];
    await client.end();
    conclude("Webhooks", rows, given);
  } finally {
    await service.stop();
    receiver.close();
  }
});
