// node bin/run.mjs bench/fairness.ts: what eight hostile clients of one location cost another. See bench/README.md.
import { once } from "node:events";
import { createServer } from "node:http";
import { join } from "node:path";

import { conclude, inFolders, readArguments } from "./command.ts";
import { median, ms, quantile, type Row } from "./figures.ts";
import { type Attack, type StatusCounts, type BenchRequest, type LoopDelays, reading, writing } from "./jobs.ts";
import { type Load, type Service, startHostile, startLoad, startService, WATCHED } from "./processes.ts";

const given = readArguments(
  { rounds: "5", seconds: "6", visits: "900", only: "" },
  { rounds: "1", seconds: "1", visits: "50" },
);
const ROUNDS = Number(given.rounds);
const ROUND_MS = Number(given.seconds) * 1_000;
const VISITS = Number(given.visits);

/** How much slower the quiet location may become. */
const TIMES_MAX = 5;
/** People at the desk of the quiet location. */
const CONNECTIONS = 2;
const WARM_UP_MS = Math.min(4_000, ROUND_MS);

const ADMIN = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "bench-bench-bench" };
const asAdmin = `Basic ${Buffer.from(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`).toString("base64")}`;

type Made = { _id: string; key: string };

const poster =
  (port: number) =>
  async (path: string, body: object, authorization = asAdmin): Promise<Made> => {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status !== 200) throw new Error(`${path} was answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as Made;
  };
type Post = ReturnType<typeof poster>;

/** A location with a key of its own. */
const makeSite = async (post: Post, name: string) => {
  const { _id: location } = await post("/companies", { name });
  const { key } = await post("/apikeys", { name, companies: [location] });
  return { location, authorization: `Bearer ${key}` };
};
type Site = Awaited<ReturnType<typeof makeSite>>;

/** Just under the 64 KiB of extra data that a record may have, over 20 keys that can be filtered by. */
const EXTRA = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`k${n}`, `${n} `.repeat(950)]));
const FILTERS = Array.from({ length: 20 }, (_, n) => `&filter[k${n}]=${n}%20`).join("");
const SORTINGS = Array.from({ length: 5 }, (_, n) => `&sorting[k${n}]=asc`).join("");
/** Words in scripts that take long to set, as a text to sign. */
const LONG_TEXT = "漢字とかな עברית العربية 🙂 ".repeat(800);
const DOCUMENTS = 20;

const fill = async (post: Post, { location, authorization }: Site): Promise<string[]> => {
  for (let n = 0; n < VISITS; n += 10)
    await Promise.all(
      Array.from({ length: 10 }, () => post("/visitors", { company_id: location, ...EXTRA }, authorization)),
    );
  const text = { name: "Rules", type: "text", agreement_text: { en: LONG_TEXT } };
  const { _id: agreement } = await post(`/companies/${location}/agreements`, text, authorization);
  const paths: string[] = [];
  for (let n = 0; n < DOCUMENTS; n += 1) {
    const visit = { company_id: location, agreements: [agreement] };
    const { _id } = await post("/visitors", visit, authorization);
    paths.push(`/visitors/${_id}/agreements/${agreement}/pdf`);
  }
  return paths;
};

const KINDS: Attack["kinds"] = ["lists", "lists", "lists", "keys", "keys", "webhooks", "pages", "documents"];
const kindsOf = (only: string): Attack["kinds"] =>
  only === "" ? KINDS : KINDS.map((_, n) => KINDS.find((kind) => kind === only) ?? KINDS[n] ?? "lists");

const attackOn = (port: number, { location, authorization }: Site, documents: string[]): Omit<Attack, "until"> => ({
  port,
  authorization,
  kinds: kindsOf(given.only),
  list: `/visitors/bycompany/${location}?count=1&page=1${FILTERS}${SORTINGS}`,
  // Of records of 57 KB, as many as a page may hold.
  page: `/visitors/bycompany/${location}?count=280&page=1`,
  documents,
  visit: JSON.stringify({ company_id: location, ...EXTRA }),
  test: `/companies/${location}/webhooks/test`,
});

/** What a desk does: a visitor comes, is looked up, and the lists are looked at. */
const desk = async (post: Post, { location, authorization }: Site): Promise<BenchRequest[]> => {
  const visit = { company_id: location, first_name: "Jo", last_name: "Janssens", company: "Acme" };
  // Already over, or the list of who is inside would grow with the rounds.
  const [signed_in, signed_out] = [2, 1].map((hours) => new Date(Date.now() - hours * 3_600_000).toISOString());
  const { _id } = await post("/visitors", visit, authorization);
  return [
    writing("/visitors", { ...visit, signed_in, signed_out }),
    reading(`/visitors/${_id}`),
    reading(`/visitors/signed_current/${location}`),
    reading(`/visitors/bycompany/${location}?count=25&page=1`),
  ];
};

const openSilentReceiver = async () => {
  const server = createServer(() => undefined).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const close = (): void => {
    server.closeAllConnections();
    server.close();
  };
  return { url: `http://127.0.0.1:${typeof address === "object" ? (address?.port ?? 0) : 0}/`, close };
};

const heldFigures = (rounds: LoopDelays[]): string =>
  `${ms(median(rounds.map(({ p99 }) => p99)))} and ${ms(Math.max(...rounds.map(({ longest }) => longest)))}`;

type Sides = {
  service: Service;
  /** A service of its own on the same machine: attacked, it shows what the machine alone costs. */
  apart: Service;
  load: Load;
  hostile: ReturnType<typeof startHostile>;
  receiver: Awaited<ReturnType<typeof openSilentReceiver>>;
};

/** A location that is attacked, with what its hostile clients call. */
const makeTarget = async (port: number, receiver: string): Promise<Omit<Attack, "until">> => {
  const post = poster(port);
  const greedy = await makeSite(post, "Greedy");
  const attack = attackOn(port, greedy, await fill(post, greedy));
  await post(`/companies/${greedy.location}/webhooks`, { url: receiver }, greedy.authorization);
  return attack;
};

/** What the quiet location saw in the rounds of one kind. */
class Seen {
  readonly latencies: number[] = [];
  readonly held: LoopDelays[] = [];
  readonly answers: StatusCounts = {};

  async add(service: Service, measure: () => Promise<number[]>, attack: Promise<StatusCounts>): Promise<void> {
    await service.held();
    this.latencies.push(...(await measure()));
    for (const [status, count] of Object.entries(await attack))
      this.answers[Number(status)] = (this.answers[Number(status)] ?? 0) + count;
    this.held.push(await service.held());
  }

  get p99(): number {
    return quantile(this.latencies, 0.99);
  }

  get medianAndSlowest(): string {
    return `${ms(median(this.latencies))} and ${ms(Math.max(...this.latencies))}`;
  }

  get answered(): string {
    return Object.entries(this.answers)
      .map(([status, count]) => `${count} × ${status}`)
      .join(", ");
  }
}

const rowsOf = (usual: Seen, beside: Seen, apart: Seen): Row[] => [
  {
    what: "p99 of a quiet location beside eight hostile clients of another",
    figures: `${ms(beside.p99)}, usually ${ms(usual.p99)}: ${(beside.p99 / usual.p99).toFixed(1)} times`,
    target: `≤ ${TIMES_MAX} times the usual`,
    holds: beside.p99 <= TIMES_MAX * usual.p99,
  },
  {
    what: "The same beside hostile clients of another service on this machine",
    figures: `${ms(apart.p99)}: ${(apart.p99 / usual.p99).toFixed(1)} times`,
  },
  {
    what: "Its median, and its slowest answer",
    figures: `${beside.medianAndSlowest}, usually ${usual.medianAndSlowest}, beside another service ${apart.medianAndSlowest}`,
  },
  {
    what: "Event loop held at once, in processor time: p99 (median of the rounds), and longest",
    figures: `${heldFigures(beside.held)}, usually ${heldFigures(usual.held)}`,
  },
  {
    what: `Answers to the hostile clients, by status (${kindsOf(given.only).join(", ")})`,
    figures: `${beside.answered}; of another service ${apart.answered}`,
  },
];

const run = async ({ service, apart, load, hostile, receiver }: Sides): Promise<Row[]> => {
  const post = poster(service.port);
  const quiet = await makeSite(post, "Quiet");
  const targets = [await makeTarget(service.port, receiver.url), await makeTarget(apart.port, receiver.url)] as const;
  const requests = await desk(post, quiet);
  const { authorization } = quiet;
  const measure = async (limitMs: number): Promise<number[]> => {
    const job = { port: service.port, authorization, connections: CONNECTIONS, requests, limit: { ms: limitMs } };
    return (await load.run(job)).latencies;
  };
  await measure(WARM_UP_MS);
  const [usual, ...attacked] = [new Seen(), new Seen(), new Seen()] as const;
  const measureRound = (): Promise<number[]> => measure(ROUND_MS);
  for (let round = 0; round < ROUNDS; round += 1) {
    await usual.add(service, measureRound, Promise.resolve({}));
    for (const [n, seen] of attacked.entries())
      await seen.add(service, measureRound, hostile.run(targets[n as 0 | 1], ROUND_MS));
  }
  return rowsOf(usual, ...attacked);
};

const SETTINGS = {
  ...ADMIN,
  WEBHOOK_ALLOWED_NETWORKS: "127.0.0.1",
  // What is refused with 503 is part of the attack.
  LOG_LEVEL: "fatal",
};

await inFolders(given, async (dataDir, scratch) => {
  const receiver = await openSilentReceiver();
  const service = await startService(dataDir, { ...SETTINGS, ...WATCHED });
  const apart = await startService(join(scratch, "apart"), SETTINGS);
  const [load, hostile] = [startLoad(), startHostile()];
  try {
    conclude("One location beside another", await run({ service, apart, load, hostile, receiver }), given);
  } finally {
    await Promise.all([load.stop(), hostile.stop()]);
    await Promise.all([service.stop(), apart.stop()]);
    receiver.close();
  }
});
