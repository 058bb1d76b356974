// node bin/run.mjs bench/directories.ts: see bench/README.md.
import { execFileSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Client } from "pg";

import { SUFFIX, READER, startSlapd } from "../test/support/outside/slapd.ts";
import { cleanUp } from "../test/support/run/process.ts";
import { inFolders, readArguments } from "./command.ts";
import { median, quantile } from "./figures.ts";
import { companyLdif, groupOf, memberIdsOf, userOf } from "./people.ts";
import { connect, type Service, startLoad, startService } from "./processes.ts";
import { type Figure, holds, resultTable } from "./results.ts";
import { prepare } from "./setup.ts";
import { type BenchTarget, signIns } from "./sign-ins.ts";

const LOGIN = { email: "bench@example.org", password: "a password of the bench" };
const ROUNDS = 5;
/** With this pause, two connections sign in some 70 visitors a second: far more than any reception. */
const PAUSE_MS = 25;

const given = readArguments(
  { visits: "20000", people: "2000", groups: "40", listed: "20000", seconds: "4", only: "" },
  { visits: "1000", people: "30", groups: "3", listed: "200", seconds: "0.1" },
);
const [PEOPLE, GROUPS, LISTED] = [Number(given.people), Number(given.groups), Number(given.listed)];
const SLICE_MS = Number(given.seconds) * 1000;

type Answer = { status: number; body: Record<string, unknown> };
type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

/** A client with an `Authorization`. */
const caller =
  (base: string, authorization: string): Call =>
  async (method, path, body) => {
    const headers = { authorization, "content-type": "application/json" };
    const response = await fetch(`${base}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 500)}`);
    return { status: response.status, body: text === "" ? {} : JSON.parse(text) };
  };

const addAdministrator = (dataDir: string): string => {
  const args = [join(import.meta.dirname, "../cli/main.ts"), "user", "add", LOGIN.email, "--password-stdin"];
  const env = { ...process.env, DATA_DIR: dataDir };
  execFileSync(process.execPath, [...process.execArgv, ...args], { env, input: `${LOGIN.password}\n` });
  return `Basic ${Buffer.from(`${LOGIN.email}:${LOGIN.password}`).toString("base64")}`;
};

/** What a second run must leave as it is, down to the version of each row. */
const rowsOf = async (client: Client): Promise<string> => {
  const tables = ["directory_people", "directory_groups", "directory_members", "hosts"];
  const parts = tables.map(
    (table) => `select '${table}' as t, count(*), sum(hashtextextended(xmin::text || ctid::text, 0)) from ${table}`,
  );
  return JSON.stringify((await client.query(parts.join(" union all "))).rows);
};

type Study = { target: BenchTarget; api: Call; client: Client; dataDir: string };

/** Does some work while visitors sign in. @returns how long each sign-in took, and how long all took */
const beside = async (
  { target }: Study,
  work: () => Promise<void>,
): Promise<{ latencies: number[]; seconds: number }> => {
  const done = new AbortController();
  const latencies: number[] = [];
  const signing = (async () => {
    while (!done.signal.aborted) latencies.push(...(await signIns(target, 250, PAUSE_MS)));
  })();
  const began = performance.now();
  await work().finally(() => done.abort());
  const seconds = (performance.now() - began) / 1000;
  await signing;
  return { latencies, seconds };
};

/** The usual sign-ins before and after: what the machine does besides falls on both. */
const compared = async (study: Study, what: string, work: () => Promise<void>): Promise<Figure[]> => {
  const before = await signIns(study.target, SLICE_MS, PAUSE_MS);
  const { latencies } = await beside(study, work);
  const usual = quantile([...before, ...(await signIns(study.target, SLICE_MS, PAUSE_MS))], 0.99);
  return [
    { what: `Sign-in p99 as usual, around ${what}`, value: usual, unit: "ms" },
    {
      what: `Sign-in p99 beside ${what}, times the usual`,
      value: quantile(latencies, 0.99) / usual,
      unit: "",
      goal: { of: "value", atMost: 1.2 },
    },
  ];
};

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** A directory whose people are all hosts at the desk. @returns its path */
const addDirectory = async ({ api, target }: Study, body: object): Promise<string> => {
  const { body: made } = await api("POST", "/directories", body);
  const path = `/directories/${String(made["_id"])}`;
  await api("PUT", `${path}/rules`, [{ everyone: true, hosts_at: [target.prepared.desk] }]);
  return path;
};

/** All people and groups as Okta sends them first, and as it sends them again. */
const scimRuns = (scim: Call, prefix: string) => {
  const [users, groups]: [string[], string[]] = [[], []];
  return {
    first: async () => {
      for (let n = 0; n < PEOPLE; n += 1)
        users.push(String((await scim("POST", "/Users", userOf(n, prefix))).body["id"]));
      for (let n = 0; n < GROUPS; n += 1)
        groups.push(String((await scim("POST", "/Groups", groupOf(n, prefix, memberIdsOf(users, n)))).body["id"]));
    },
    again: async () => {
      for (const [n, id] of users.entries()) await scim("PUT", `/Users/${id}`, userOf(n, prefix));
      for (const [n, id] of groups.entries())
        await scim("PATCH", `/Groups/${id}`, {
          schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
          Operations: [{ op: "add", path: "members", value: memberIdsOf(users, n).map((value) => ({ value })) }],
        });
    },
  };
};

const scimFigures = async (study: Study): Promise<Figure[]> => {
  const clientOf = async (name: string): Promise<Call> => {
    const path = await addDirectory(study, { kind: "scim", name });
    const { body } = await study.api("POST", `${path}/tokens`);
    return caller(`http://127.0.0.1:${study.target.service.port}/scim/v2`, `Bearer ${String(body["token"])}`);
  };
  const scim = await clientOf("Alone");
  const runs = scimRuns(scim, "a");
  const first = await secondsOf(runs.first);
  const before = await rowsOf(study.client);
  const again = await secondsOf(runs.again);
  const isSame = before === (await rowsOf(study.client));
  const lists: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) lists.push(1000 * (await secondsOf(() => scim("GET", "/Groups"))));
  const many = `${PEOPLE} people and ${GROUPS} groups by SCIM`;
  return [
    { what: `First run of ${many}`, value: first, unit: "s", goal: { of: "value", atMost: 60 } },
    { what: `Second run of ${many}`, value: again, unit: "s" },
    {
      what: "Rows left by it as they were (1 if all)",
      value: isSame ? 1 : 0,
      unit: "",
      goal: { of: "value", atLeast: 1 },
    },
    { what: "GET /Groups of SCIM", value: median(lists), unit: "ms", goal: { of: "value", atMost: 600 } },
    ...(await compared(study, "a first run by SCIM", scimRuns(await clientOf("Beside"), "b").first)),
  ];
};

const memoryIn = async (pid: number, name: "VmRSS" | "VmHWM"): Promise<number> =>
  Number(new RegExp(`${name}:\\s+(\\d+)`).exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0") / 1024;

/** By how many megabytes the service grows at most while it works. */
const growthOf = async ({ pid }: Service, work: () => Promise<unknown>): Promise<number> => {
  await writeFile(`/proc/${pid}/clear_refs`, "5");
  const before = await memoryIn(pid, "VmRSS");
  await work();
  return (await memoryIn(pid, "VmHWM")) - before;
};

/** Starts a slapd with this many people. @returns the settings of a directory that reads it */
const settingsOf = async (count: number) => {
  const { url } = await startSlapd(companyLdif(count, count / 100));
  const login = { bind_dn: READER.dn, password: READER.password };
  return {
    preset: "openldap",
    url,
    ...login,
    people_base: `ou=people,${SUFFIX}`,
    groups_base: `ou=groups,${SUFFIX}`,
  };
};

const ldapFigures = async (study: Study): Promise<Figure[]> => {
  const { api, target } = study;
  const large = await addDirectory(study, { kind: "ldap", name: "Large", settings: await settingsOf(LISTED) });
  let seconds = 0;
  const sync = (path: string) => async (): Promise<void> => {
    const { body } = await api("POST", `${path}/sync`, { dry_run: false, confirm: true });
    if ("error" in body) throw new Error(JSON.stringify(body));
  };
  const grown = await growthOf(target.service, async () => {
    seconds = await secondsOf(sync(large));
  });
  const regrown = await growthOf(target.service, sync(large));
  const people = `${LISTED} people by LDAP`;
  const small = await addDirectory(study, { kind: "ldap", name: "Small", settings: await settingsOf(PEOPLE) });
  return [
    { what: `First sync of ${people}`, value: seconds, unit: "s", goal: { of: "value", atMost: 60 } },
    { what: "Memory that the service takes more for it", value: grown, unit: "MB", goal: { of: "value", atMost: 150 } },
    { what: "Memory for a second sync", value: regrown, unit: "MB", goal: { of: "value", atMost: 150 } },
    ...(await compared(study, `a first sync of ${PEOPLE} by LDAP`, sync(small))),
    ...(await compared(study, `a sync of ${LISTED} by LDAP that changes nothing`, sync(large))),
  ];
};

await inFolders(given, async (dataDir) => {
  const prepared = await prepare(dataDir, Number(given.visits));
  const load = startLoad();
  const service = await startService(dataDir, { BACKUP_TIME: "off", CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8" });
  const client = await connect(dataDir);
  try {
    const api = caller(`http://127.0.0.1:${service.port}/api`, addAdministrator(dataDir));
    const study = { target: { service, load, prepared }, api, client, dataDir };
    await signIns(study.target, 2 * SLICE_MS);
    const figures: Figure[] = [];
    for (const [name, part] of Object.entries({ ldap: ldapFigures, scim: scimFigures }))
      if (given.only === "" || given.only === name) figures.push(...(await part(study)));
    process.stdout.write(`\n${resultTable({ at: "", machine: "", visits: 0, visitsThere: 0, figures })}\n`);
    const missed = figures.filter((figure) => holds(figure) === false);
    process.stdout.write(
      `${figures.filter((figure) => holds(figure)).length} goals hold, ${missed.length} are missed\n`,
    );
    if (missed.length > 0 && !given.isTrial) process.exitCode = 1;
  } finally {
    await client.end();
    await load.stop();
    await service.stop();
    await cleanUp();
  }
});
