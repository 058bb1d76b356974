import type { Client } from "pg";

import { startEmbedded } from "../server/platform/db/embedded/embedded.ts";
import { type BenchRequest, writing } from "./jobs.ts";
import { connect, type Load, type Service, startLoad, startService } from "./processes.ts";
import type { Figure } from "./results.ts";
import type { BenchSetup } from "./setup.ts";

/** A change writes what is its own: no images of whole pages, whose number depends on when a checkpoint was, and no vacuum beside it. */
const SETTINGS = { full_page_writes: "off", autovacuum: "off" };
const SECRET_KEY = "bench-bench-bench-bench-bench-bench";
const LOCATIONS = 20;
/** Every plan is made and every page of an index read by then. */
const WARMING = 60;
const SIGN_IN_BYTES_MAX = 8_000;
const SIGN_OUT_BYTES_MAX = 4_500;

type Visitor = { visitor: Record<string, string>; screened: string };
type Writing = { client: Client; service: Service; load: Load; authorization: string };

/** A name in the form of an address. */
const asWord = (text: string): string => `lower(regexp_replace(${text}, '[^A-Za-z]', '', 'g'))`;

/**
 * Visitors at one location after the other, as many of each. Two of three have visited it before; the third is new: the first name of
 * one, the last name of another, and an email address and a phone number that no visitor has.
 */
const VISITORS = `
  select jsonb_strip_nulls(to_jsonb(v) - 'n' || jsonb_build_object('company_id', c._id, 'visit_type', plain._id, 'entrypoint_id', e._id)) as visitor,
    screening._id as screened
  from (select _id from companies order by _id limit ${LOCATIONS}) c
  cross join lateral (select _id from visit_types where company_id = c._id and not screening order by _id limit 1) plain
  cross join lateral (select _id from visit_types where company_id = c._id and screening order by _id limit 1) screening
  cross join lateral (select _id from entry_points where company_id = c._id order by _id limit 1) e
  cross join lateral (
    select n, first_name, company, recipient, vehicleregistration,
      case when n % 3 = 0 then lag(last_name) over (order by n) else last_name end as last_name,
      case when n % 3 = 0 then ${asWord("first_name")} || '.' || ${asWord("lag(last_name) over (order by n)")} || n || '@' || ${asWord("company")} || '.example'
        else email end as email,
      case when n % 3 = 0 then '+32470' || translate(left(key, 6), 'abcdef', '012345') else phone end as phone
    from (select row_number() over (order by md5(_id)) as n, md5(_id) as key, first_name, last_name, company, email, phone, recipient,
            extra ->> 'vehicleregistration' as vehicleregistration
          from visits where company_id = c._id and last_name <> '' order by n limit $1) met) v
  order by v.n, c._id limit $1`;

const send = ({ service, load, authorization }: Writing, requests: BenchRequest[]): Promise<unknown> =>
  load.run({ port: service.port, authorization, connections: 1, requests, limit: "once" });

/** Where the log ends, with everything written that was put off: what an index keeps in its pending list comes into the index. */
const endOfLog = async (client: Client): Promise<string> => {
  await client.query(
    "select gin_clean_pending_list(c.oid) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'gin' and c.relkind = 'i'",
  );
  return (await client.query<{ lsn: string }>("select pg_current_wal_insert_lsn() as lsn")).rows[0]?.lsn ?? "";
};

/** The bytes that each request writes into the write-ahead log, the mean of all. */
const bytesEach = async (run: Writing, requests: BenchRequest[]): Promise<number> => {
  const before = await endOfLog(run.client);
  await send(run, requests);
  const after = await endOfLog(run.client);
  const { rows } = await run.client.query<{ n: string }>("select pg_wal_lsn_diff($1, $2) as n", [after, before]);
  return Number(rows[0]?.n) / requests.length;
};

const signInsOf = (visitors: readonly Visitor[]): BenchRequest[] =>
  visitors.map(({ visitor }) => writing("/visitors", visitor));

const screenedOf = (visitors: readonly Visitor[]): BenchRequest[] =>
  visitors.map(({ visitor, screened }) => writing("/visitors", { ...visitor, visit_type: screened }));

type Ids = { company_id: string; _id: string };

/** What the visits get that these sign-ins make, in another order than that in which the visitors came. */
const signedIn = async (run: Writing, signIns: () => Promise<unknown>): Promise<Ids[]> => {
  const since = new Date().toISOString();
  await signIns();
  const text = "select company_id, _id from visits where create_date >= $1 order by md5(_id)";
  return (await run.client.query<Ids>(text, [since])).rows;
};

const safetyOf = (ids: readonly Ids[]): BenchRequest[] =>
  ids.map(({ company_id, _id }) => writing(`/companies/${company_id}/visitors/safe`, { ids: [_id] }));

const actOn = (ids: readonly Ids[], act: string): BenchRequest[] =>
  ids.map(({ _id }) => writing(`/visitors/${_id}/${act}`));

type Bytes = { signIn: number; signOut: number; safe: number; approval: number };

/** Each change to visitors of its own. */
const measure = async (run: Writing, visitors: readonly Visitor[]): Promise<Bytes> => {
  let signIn = Number.NaN;
  const inside = await signedIn(run, async () => (signIn = await bytesEach(run, signInsOf(visitors))));
  const unsafe = await signedIn(run, () => send(run, signInsOf(visitors)));
  const pending = await signedIn(run, () => send(run, screenedOf(visitors)));
  return {
    signIn,
    signOut: await bytesEach(run, actOn(inside, "signout")),
    safe: await bytesEach(run, safetyOf(unsafe)),
    approval: await bytesEach(run, actOn(pending, "approve")),
  };
};

const figuresOf = ({ signIn, signOut, safe, approval }: Bytes): Figure[] => [
  { what: "WAL of a sign-in", value: signIn, unit: "B", goal: { of: "value", atMost: SIGN_IN_BYTES_MAX } },
  { what: "WAL of a sign-out", value: signOut, unit: "B", goal: { of: "value", atMost: SIGN_OUT_BYTES_MAX } },
  { what: "WAL of a visitor marked safe", value: safe, unit: "B" },
  { what: "WAL of an approval", value: approval, unit: "B" },
];

const measured = async (run: Writing, count: number): Promise<Figure[]> => {
  const { rows: visitors } = await run.client.query<Visitor>(VISITORS, [WARMING + count]);
  await measure(run, visitors.slice(0, WARMING));
  return figuresOf(await measure(run, visitors.slice(WARMING)));
};

/**
 * How many bytes of the write-ahead log a change writes, through a service that only answers requests: what its background work
 * writes besides is not counted. The server must not run on the folder.
 * @param count how many changes of each kind
 */
export const writes = async (dataDir: string, { authorization }: BenchSetup, count: number): Promise<Figure[]> => {
  const embedded = await startEmbedded({ dataDir, settings: SETTINGS });
  const load = startLoad();
  try {
    const DATABASE_URL = `postgres://${embedded.user}@/${embedded.database}?host=${encodeURIComponent(embedded.socketDir)}`;
    const service = await startService(dataDir, { DATABASE_URL, SECRET_KEY, ROLE: "api" });
    const client = await connect(dataDir);
    const figures = await measured({ client, service, load, authorization }, count);
    await client.end();
    await service.stop();
    return figures;
  } finally {
    await load.stop();
    await embedded.stop();
  }
};
