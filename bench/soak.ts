// node bin/run.mjs bench/soak.ts: whether memory stays flat under an hour of mixed load. See bench/README.md.
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";

import { conclude, inFolders, readArguments } from "./command.ts";
import { ms, quantile, type Row } from "./figures.ts";
import { type Service, startService } from "./processes.ts";
import { type BenchSetup, prepare } from "./setup.ts";

const given = readArguments(
  { minutes: "60", pace: "40", visits: "20000" },
  { minutes: "0.05", pace: "20", visits: "1000" },
);
const MINUTES = Number(given.minutes);
const PACE = Number(given.pace);

/** How much more memory the last quarter may take than the second, in which everything has been loaded once. */
const GROWTH_MAX = 1.1;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

type Step = (client: Client, n: number) => Promise<void>;
type Client = {
  prepared: BenchSetup;
  /** Visits that were started here and are still inside. */
  inside: string[];
  call: (method: string, path: string, body?: unknown) => Promise<unknown>;
};

const say = (text: string): void => void process.stdout.write(`${text}\n`);

const idOf = (record: unknown): string => String(Reflect.get(Object(record), "_id"));

const signIn: Step = async ({ prepared, inside, call }, n) => {
  inside.push(
    idOf(
      await call("POST", "/api/visitors", {
        ...prepared.body,
        company_id: prepared.desk,
        last_name: `Soak ${n}`,
        badge: n,
      }),
    ),
  );
};
const signOut: Step = async ({ inside, call }) => {
  const id = inside.shift();
  if (id !== undefined) await call("POST", `/api/visitors/${id}/signout`);
};
const change: Step = async ({ inside, call }, n) => {
  const id = inside.at(-1);
  if (id !== undefined) await call("PUT", `/api/visitors/${id}`, { company: `Company ${n}` });
};
const read =
  (path: (prepared: BenchSetup, n: number) => string): Step =>
  async ({ prepared, call }, n) =>
    void (await call("GET", path(prepared, n)));

/** What reception, an integration and a browser do, in about the shares in which they do it. */
const STEPS: readonly Step[] = [
  signIn,
  read(({ desk }) => `/api/visitors/signed_current/${desk}`),
  read(({ ids }, n) => `/api/visitors/${ids[n % ids.length]}`),
  change,
  read(({ largest }, n) => `/api/visitors/bycompany/${largest._id}?count=50&page=${1 + (n % 20)}`),
  signOut,
  read(({ largest, parts }) => `/api/visitors/bycompany/${largest._id}?count=50&page=1&filter[last_name]=${parts[0]}`),
  read(({ desk }) => `/api/companies/${desk}/statistics/${new Date().toISOString().slice(0, 10)}`),
  read(({ desk }) => `/api/visitees/bycompany/${desk}`),
  read(() => "/"),
  signIn,
  signOut,
  read(({ desk }) => `/api/visitors/export/bycompany/${desk}?count=100&page=1`),
  read(() => "/api/openapi.json"),
  read(() => "/metrics"),
];

const makeClient = ({ port }: Service, prepared: BenchSetup): Client => ({
  prepared,
  inside: [],
  call: async (method, path, body) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: prepared.authorization, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    return response.headers.get("content-type")?.startsWith("application/json") === true ? JSON.parse(text) : text;
  },
});

const megabytesOf = async ({ pid }: Service): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0") / 1024;

type Watched = { megabytes: number[]; latencies: number[]; failures: string[] };

/** Runs a step at a fixed interval in milliseconds, whatever became of earlier ones, until the time is over. */
const drive = async (service: Service, client: Client, watched: Watched): Promise<void> => {
  const started = performance.now();
  const pending = new Set<Promise<void>>();
  for (let n = 0; performance.now() - started < MINUTES * MINUTE_MS; n += 1) {
    const step = STEPS[n % STEPS.length] ?? signIn;
    const sent = performance.now();
    const done: Promise<void> = step(client, n)
      .catch((error: unknown) => void watched.failures.push(String(error)))
      .finally(() => {
        watched.latencies.push(performance.now() - sent);
        pending.delete(done);
      });
    pending.add(done);
    if (n % (PACE * 60) === 0) {
      watched.megabytes.push(await megabytesOf(service));
      say(`${String(watched.megabytes.length - 1).padStart(3)} min  ${watched.megabytes.at(-1)?.toFixed(0)} MB`);
    }
    await wait(Math.max(0, started + ((n + 1) * SECOND_MS) / PACE - performance.now()));
  }
  await Promise.all(pending);
};

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;

const rowsOf = ({ megabytes, latencies, failures }: Watched): Row[] => {
  const quarter = Math.max(1, Math.floor(megabytes.length / 4));
  const [early, late] = [mean(megabytes.slice(quarter, 2 * quarter)), mean(megabytes.slice(-quarter))];
  return [
    {
      what: "Memory (RSS) of the service, second quarter and last",
      figures: `${early.toFixed(0)} MB, ${late.toFixed(0)} MB (${(late / early).toFixed(2)})`,
      target: `≤ ${GROWTH_MAX}`,
      holds: late / early <= GROWTH_MAX,
    },
    {
      what: `${latencies.length.toLocaleString("en")} requests, ${PACE} a second`,
      figures: `median ${ms(quantile(latencies, 0.5))}, p99 ${ms(quantile(latencies, 0.99))}`,
    },
    { what: "Failures", figures: String(failures.length), target: "0", holds: failures.length === 0 },
  ];
};

await inFolders(given, async (dataDir) => {
  const prepared = await prepare(dataDir, Number(given.visits));
  const service = await startService(dataDir);
  const watched: Watched = { megabytes: [], latencies: [], failures: [] };
  try {
    await drive(service, makeClient(service, prepared), watched);
  } finally {
    await service.stop();
  }
  conclude(`${MINUTES} minutes of mixed load`, rowsOf(watched), given);
  if (watched.failures[0] === undefined) return;
  say(watched.failures[0]);
  process.exitCode = 1;
});
