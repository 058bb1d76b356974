import type { Client } from "pg";

import { withClient } from "../server/platform/db/embedded/client.ts";
import { newApiKey } from "../server/platform/auth/api-key-format.ts";
import type { LocationClock } from "../server/platform/auth/location-clock.ts";
import { type Database, openDatabase } from "../server/platform/db/database.ts";
import { startEmbedded } from "../server/platform/db/embedded/embedded.ts";
import { migrate } from "../server/platform/db/migrate.ts";
import { newId } from "../server/platform/lib/record/ids.ts";
import { countLocations, seed } from "../demo/seed.ts";

/** What the runs know of the data. */
export type BenchSetup = {
  authorization: string;
  /** The largest location, which lists and filters are asked of. */
  largest: LocationClock;
  visitsThere: number;
  /** Of all locations. */
  visits: number;
  /** Where the sign-ins go, so that the inside list stays as long as it is. */
  desk: string;
  /** A visitor at the desk. */
  body: Record<string, string>;
  /** Visits of the largest location. */
  ids: string[];
  samples: Sample[];
  /** Parts of last names that about one visit in a hundred has, folded. */
  parts: string[];
};

/** Values of one stored visit that can be filtered by, without those that it has not. */
export type Sample = Record<string, string>;

const INSIDE = 50;
const IDS = 2_000;
const SAMPLES = 12_000;

const values = <T>(client: Client, text: string, parameters: unknown[] = []): Promise<T[]> =>
  client.query(text, parameters).then(({ rows }) => rows as T[]);

/** More visits are seeded part by part, each with locations of its own: the largest locations stay as large as they are. */
const SEEDED_AT_ONCE = 1_000_000;

const seedParts = async (db: Database, visits: number): Promise<void> => {
  const now = Date.now();
  for (let seeded = 0; seeded < visits; seeded += SEEDED_AT_ONCE) {
    const part = Math.min(SEEDED_AT_ONCE, visits - seeded);
    process.stdout.write(`Seeding ${part.toLocaleString("en")} visits …\n`);
    const { seconds } = await seed({ db, visits: part, now, seedNumber: 1 + seeded / SEEDED_AT_ONCE });
    process.stdout.write(`Seeded in ${seconds.toFixed(0)} s\n`);
  }
};

const seedOnce = async (
  connection: { host: string; user: string; database: string },
  visits: number,
): Promise<void> => {
  const db = openDatabase({ ...connection, prepare: true, onError: () => undefined });
  const client = await db.pool.connect();
  await migrate(client);
  client.release();
  if ((await countLocations(db)) === 0) await seedParts(db, visits);
  await db.close();
};

/** Fifty people inside at the location, no more and no fewer: the latest visits, begun in the last two hours. */
const fillBuilding = async (client: Client, location: string): Promise<void> => {
  await client.query(
    `update visits set signed_out = least(now(), signed_in + interval '1 hour'), signed_out_source = 1
     where company_id = $1 and signed_out is null and signed_in > now() - interval '4 days'`,
    [location],
  );
  await client.query(
    `update visits v set signed_in = now() - l.n * interval '2 minutes', signed_out = null, signed_out_source = null
     from (select _id, row_number() over () as n from (
       select _id from visits where company_id = $1 order by signed_in desc, _id desc limit ${INSIDE}) i) l
     where v.company_id = $1 and v._id = l._id`,
    [location],
  );
};

const addKey = async (client: Client): Promise<string> => {
  const key = newApiKey();
  await client.query(
    `insert into api_keys (_id, key_id, digest, name, companies, ip_ranges, create_date, mod_date)
     select $1, $2, $3, 'bench', array_agg(_id), '{}', now(), now() from companies`,
    [newId(), key.keyId, key.digest],
  );
  return `Bearer ${key.value}`;
};

const deskBody = async (client: Client, desk: string): Promise<Record<string, string>> => {
  const [row] = await values<Record<string, string>>(
    client,
    `select t._id as visit_type, e._id as entrypoint_id, h.cn as recipient from visit_types t, entry_points e, hosts h
     where t.company_id = $1 and e.company_id = $1 and h.company_id = $1 and not t.screening order by 1, 2, 3 limit 1`,
    [desk],
  );
  const visitor = {
    first_name: "Ada",
    last_name: "Lovelace",
    company: "Analytical Engines",
    email: "ada@engines.example",
  };
  return { ...visitor, phone: "+447700900123", language_id: "en", ...row };
};

const samplesOf = async (client: Client, location: string): Promise<Sample[]> => {
  const samples = await values<{ sample: Sample }>(
    client,
    `select jsonb_strip_nulls(jsonb_build_object('first_name', first_name, 'last_name', last_name, 'company', company, 'email', email,
       'phone', phone, 'recipient', recipient, 'vehicleregistration', extra ->> 'vehicleregistration')) as sample
     from visits where company_id = $1 order by md5(_id) limit ${SAMPLES}`,
    [location],
  );
  return samples.map(({ sample }) => sample);
};

const PARTS = 100;
/** Shorter ones are in no trigram, and longer ones name one family. */
const PART_LENGTHS = [3, 4];

const partsIn = (name: string): string[] =>
  PART_LENGTHS.flatMap((length) => name.split("").map((_, at) => name.slice(at, at + length))).filter((part) =>
    /^[a-z]{3,4}$/.test(part),
  );

/** How far a number is from another, however many digits they have. */
const distance = (one: number, other: number): number => Math.abs(Math.log(one / other));

const partsOf = async (client: Client, location: string, visits: number): Promise<string[]> => {
  const names = await values<{ name: string; n: string }>(
    client,
    "select fold_case(last_name) as name, count(*) as n from visits where company_id = $1 and last_name <> '' group by 1",
    [location],
  );
  const fitting = new Map<string, number>();
  for (const { name, n } of names)
    for (const part of new Set(partsIn(name))) fitting.set(part, (fitting.get(part) ?? 0) + Number(n));
  return [...fitting]
    .toSorted(([, a], [, b]) => distance(a, visits / 100) - distance(b, visits / 100))
    .slice(0, PARTS)
    .map(([part]) => part);
};

const prepareIn = async (client: Client): Promise<BenchSetup> => {
  const [big, desk] = await values<LocationClock & { n: string; visits: string }>(
    client,
    `select c._id, timezone, default_language as language, (settings ->> 'signout_days')::integer as "signoutDays", count(*) as n,
       sum(count(*)) over () as visits
     from companies c join visits v on v.company_id = c._id group by c._id order by n desc limit 2`,
  );
  if (big === undefined || desk === undefined) throw new Error("there are no visits to measure with");
  const { n, visits, ...largest } = big;
  await fillBuilding(client, largest._id);
  await client.query("vacuum (analyze) visits");
  await client.query("checkpoint");
  const ids = await values<{ _id: string }>(
    client,
    `select _id from visits where company_id = $1 order by md5(_id) limit ${IDS}`,
    [largest._id],
  );
  return {
    authorization: await addKey(client),
    largest,
    visitsThere: Number(n),
    visits: Number(visits),
    desk: desk._id,
    body: await deskBody(client, desk._id),
    ids: ids.map(({ _id }) => _id),
    samples: await samplesOf(client, largest._id),
    parts: await partsOf(client, largest._id, Number(n)),
  };
};

/** Makes the database in the folder, or takes the one that is there, and stops its server again. */
export const prepare = async (dataDir: string, visits: number): Promise<BenchSetup> => {
  const embedded = await startEmbedded({ dataDir });
  try {
    const connection = { host: embedded.socketDir, user: embedded.user, database: embedded.database };
    await seedOnce(connection, visits);
    return await withClient(connection, prepareIn);
  } finally {
    await embedded.stop();
  }
};
