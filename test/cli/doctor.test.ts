import assert from "node:assert/strict";
import { once } from "node:events";
import { chmod, mkdir, readdir, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { makeClient } from "../../server/platform/db/embedded/client.ts";
import { judgeCertificate } from "../../cli/commands/doctor/certificate.ts";
import type { Finding } from "../../server/jobs/system/checks/check.ts";
import { judgeVersion } from "../../server/jobs/system/checks/database.ts";
import { judgeSpace } from "../../cli/commands/doctor/machine.ts";
import { judgeProxy } from "../../cli/commands/doctor/network.ts";
import { judgeClock } from "../../server/jobs/system/checks/timing.ts";
import { openListener } from "../support/outside/mailbox.ts";
import { buildLocation, buildRegistered, makeWorld, type World } from "../support/world.ts";
import { testServer } from "../support/database/server.ts";
import { foyer, makeFolder, urlOf } from "./foyer.ts";
import { CERTIFICATE, KEY, OTHER_KEY } from "./pem.ts";
import { startPooler } from "./pooler.ts";

/** Planted in passwords and keys: nothing that is printed may hold it. */
const SECRET = "geheim123";

let world: World;
let folder: string;
let certificate: { TLS_CERT: string; TLS_KEY: string };
const stranger = createServer((_request, response) => response.end("hello"));
let strangerPort = 0;

before(async () => {
  world = await makeWorld();
  folder = await makeFolder();
  certificate = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  await writeFile(certificate.TLS_CERT, CERTIFICATE);
  await writeFile(certificate.TLS_KEY, OTHER_KEY);
  stranger.listen(0, "127.0.0.1");
  await once(stranger, "listening");
  strangerPort = (stranger.address() as AddressInfo).port;
});
after(async () => {
  stranger.close();
  await world.close();
});

/** A port without a listener any more. */
const silentPort = async (): Promise<{ port: number }> => {
  const { port, close } = await openListener(() => undefined);
  await close();
  return { port };
};

/** Runs the doctor with these settings. It must end in time, in findings, and without a secret. */
const examine = async (env: Record<string, string>): Promise<{ code: number; findings: Finding[] }> => {
  const { code, stdout, stderr } = await foyer(["doctor", "--json"], { env });
  assert.equal(stderr, "");
  assert.ok(!stdout.includes(SECRET), stdout);
  return { code, findings: JSON.parse(stdout) };
};

/** What was planted and found with its fix, for the count at the end. */
const foundSoFar = new Set<string>();

type Planted = [level: Finding["level"], name: string, found: RegExp, fix: RegExp];

const assertFound = (findings: readonly Finding[], planted: readonly Planted[]): void => {
  for (const [level, name, found, fix] of planted) {
    const finding = findings.find((each) => each.name === name && found.test(each.found));
    assert.ok(finding, `${name} ${found} is not among\n${JSON.stringify(findings, null, 1)}`);
    assert.equal(finding.level, level, `${name}: ${finding.found}`);
    assert.match(finding.fix ?? "", fix, name);
    foundSoFar.add(`${name} ${String(found)}`);
  }
};

describe("foyer doctor (rules 6)", { concurrency: 3 }, () => {
  it("0: finds nothing wrong with a new folder, and leaves nothing behind", async () => {
    const dataDir = join(folder, "new");
    const { code, findings } = await examine({ DATA_DIR: dataDir, PORT: "0" });
    assert.deepEqual(
      findings.filter(({ level }) => level !== "ok"),
      [],
    );
    assert.equal(code, 0);
    assert.ok(!(await readdir(folder)).includes("new"));
  });

  it("1: names every setting that can't be used, and continues with the others", async () => {
    const { code, findings } = await examine({
      PORT: "99999",
      DATABASE_URL: `mysql://u:${SECRET}@db/foyer`,
      SMTP_URL: `http://u:${SECRET}@mail/`,
      SECRET_KEY: SECRET,
      ADMIN_EMAIL: "ann@example.org",
      LOG_LEVEL_FILE: "/nonexistent/level",
      HOST: "0.0.0.0",
      TRUSTED_PROXIES: "0.0.0.0/0",
      DATA_DIR: certificate.TLS_CERT,
      MAIL_FROM: "Reception",
      PUBLIC_URL: "https://visitors.example.org/foyer",
      OIDC_ISUER: `https://${SECRET}.example.org`,
      BACKUP_DIR: certificate.TLS_KEY,
    });
    assert.equal(code, 1);
    assertFound(findings, [
      ["problem", "PORT", /must be a port number/, /PORT/],
      ["problem", "DATABASE_URL", /must be a URL/, /DATABASE_URL/],
      ["problem", "SMTP_URL", /must be a URL/, /SMTP_URL/],
      ["problem", "SECRET_KEY", /at least 32 characters|32 characters or more/, /SECRET_KEY/],
      ["problem", "ADMIN_EMAIL", /One is missing/, /ADMIN_EMAIL/],
      ["problem", "LOG_LEVEL_FILE", /can't be read/, /LOG_LEVEL_FILE/],
      ["problem", "TRUSTED_PROXIES", /not every address/, /TRUSTED_PROXIES/],
      ["problem", "DATA_DIR", /is a file/, /set DATA_DIR to a folder/],
      ["problem", "MAIL_FROM", /must be an e-?mail address/, /MAIL_FROM/],
      ["problem", "PUBLIC_URL", /no path/, /PUBLIC_URL/],
      ["problem", "OIDC_ISUER", /OIDC_ISSUER/, /OIDC_ISUER/],
      ["problem", "Backups", /this user can't write to \S+key\.pem \(ENOTDIR\)/, /set BACKUP_DIR to a folder/],
    ]);
    assert.ok(!findings.some(({ name }) => name === "Database"), "no other database is looked at instead");
  });

  it("1: finds what is wrong with folders, addresses, the certificate and the mail server", async () => {
    const dataDir = join(folder, "old");
    await mkdir(join(dataDir, "pg/16"), { recursive: true });
    await writeFile(join(dataDir, "pg/16/PG_VERSION"), "16\n");
    await writeFile(join(dataDir, "secret.key"), "x".repeat(64));
    await chmod(join(dataDir, "secret.key"), 0o644);
    const { code, findings } = await examine({
      ...certificate,
      DATA_DIR: dataDir,
      PORT: String(strangerPort),
      PUBLIC_URL: "http://reception.example.org",
      SMTP_URL: `smtp://u:${SECRET}@127.0.0.1:${strangerPort}`,
      WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/8 ::/0",
    });
    assert.equal(code, 1);
    assertFound(findings, [
      ["problem", "Database", /data .* PostgreSQL 16/, /foyer restore/],
      ["problem", "secret.key", /mode 0644/, /chmod 600/],
      ["problem", "PORT", /in use by another program/, /set PORT/],
      ["warning", "PUBLIC_URL", /doesn't use https/, /https:\/\//],
      ["warning", "PUBLIC_URL", /uses port 80/, /Set PUBLIC_URL/],
      ["problem", "TLS certificate", /doesn't cover reception\.example\.org/, /PUBLIC_URL/],
      ["problem", "TLS_KEY", /doesn't match/, /Use the key/],
      ["problem", "SMTP_URL", /can't be reached/, /host, port and firewall/],
      ["warning", "MAIL_FROM", /emails are from no-reply@reception\.example\.org/, /Set MAIL_FROM/],
      ["warning", "WEBHOOK_ALLOWED_NETWORKS", /::\/0/, /List only/],
    ]);
  });

  it("1: finds what is wrong with a server of one's own", async () => {
    await world.db.pool.query(
      "create database doctor_ascii encoding 'SQL_ASCII' locale 'C' template template0 connection limit 5",
    );
    const { code, findings } = await examine({
      DATABASE_URL: await urlOf("doctor_ascii"),
      DB_PREPARE: "off",
      HOST: "0.0.0.0",
      PORT: "0",
    });
    await world.db.pool.query("drop database doctor_ascii with (force)");
    assert.equal(code, 1);
    assertFound(findings, [
      ["problem", "Database", /encoding is SQL_ASCII/, /encoding 'UTF8'/],
      ["problem", "Database", /only allows Foyer 5 connections/, /max_connections/],
      // The server of the tests does not wait for the disk.
      ["problem", "Durability", /^fsync is off/, /set fsync = on/],
      ["problem", "Durability", /^full_page_writes is off/, /set full_page_writes = on/],
      ["problem", "Durability", /^synchronous_commit is off/, /set synchronous_commit = on/],
      ["advice", "Migrations", /at 0/, /node bin\/foyer\.mjs migrate/],
      ["advice", "DB_PREPARE", /named statements work here/, /Remove DB_PREPARE/],
      ["warning", "HOST", /without TLS/, /TLS_CERT/],
      ["warning", "PUBLIC_URL", /take everyone to their own machine/, /Set PUBLIC_URL/],
    ]);
  });

  it("1: finds what is wrong in the database, behind a pooler, and at the public address", async () => {
    const { host } = await testServer();
    const pooler = await startPooler(join(host, ".s.PGSQL.5432"));
    const url = await world.app.listen({ port: 0, host: "127.0.0.1" });
    await buildLocation(world, { name: "Quay" });
    await world.db.pool.query(`update users set role = 'employee';
      insert into migrations values (9999, '9999_future.sql', now());
      insert into refusals values ('203.0.113.7/32', now(), 30), ('203.0.113.8/32', now() - interval '1 hour', 30),
        ('kiosk:203.0.113.9/32', now(), 30), ('pairing:203.0.113.10/32', now(), 60), ('pairing-code:66f1', now(), 30);
      create or replace function fold_case(value text) returns text language sql immutable as 'select lower(value collate "C")';
      insert into visits_to_index values ('any');
      insert into api_keys (_id, key_id, digest, name, companies, ip_ranges, create_date, mod_date)
        values ('00', 'idlekey', '', 'Idle', '{}', '{}', now() - interval '91 days', now());
      update companies set settings = jsonb_set(settings, '{sms_per_day}', '1');
      insert into messages (company_id, _id, kind, recipient, template, parameters, state, create_date, next_at)
        select _id, '01', 'sms', '+32470000001', 'notice', '{}', 'queued', now(), now() from companies;
      insert into devices (company_id, _id, name, digest, last_seen, create_date, mod_date)
        select c._id, 'kiosk' || n, 'Kiosk ' || n, '', now() - n * interval '20 minutes', now(), now()
        from (select _id from companies limit 1) c, (values (1), (0), (5000)) as ages (n)`);
    const { code, findings } = await examine({
      DATABASE_URL: `postgres://foyer:${SECRET}@127.0.0.1:${pooler.port}/${world.database}`,
      PORT: new URL(url).port,
      PUBLIC_URL: `http://127.0.0.1:${strangerPort}`,
      ADMIN_EMAIL: "ann@example.org",
      ADMIN_PASSWORD: `${SECRET}${SECRET}`,
      SECRET_KEY: "ab".repeat(20),
      TRUSTED_PROXIES: "0.0.0.0/1 128.0.0.0/1",
    }).finally(() => pooler.stop());
    assert.equal(code, 1);
    assertFound(findings, [
      ["warning", "DB_PREPARE", /drops named statements/, /DB_PREPARE=off/],
      ["problem", "Migrations", /at 9999, newer/, /newer one/],
      ["problem", "Case folding", /É and Ü/, /foyer_fold/],
      ["warning", "Administrators", /isn't one yet/, /node bin\/foyer\.mjs user add/],
      ["advice", "ADMIN_PASSWORD", /still set/, /from the environment/],
      ["warning", "Refusal limit", /203\.0\.113\.7\/32/, /node bin\/foyer\.mjs unblock 203\.0\.113\.7/],
      ["warning", "Refusal limit", /kiosk:203\.0\.113\.9\/32/, /node bin\/foyer\.mjs unblock 203\.0\.113\.9\./],
      ["advice", "API key", /"Idle" never expires/, /node bin\/foyer\.mjs key revoke idlekey/],
      ["advice", "Kiosk", /"Kiosk 1" at ".*" hasn't been heard from for 20 minutes/, /power, network and browser/],
      ["warning", "SMS", /1 of the 1 SMS of today are used at "Quay"/, /sms_per_day/],
      ["advice", "Visitor log", /0 visits of 1 location aren't indexed yet/, /in about 1 minute/],
      ["problem", "SECRET_KEY", /easy to guess/, /openssl rand/],
      ["problem", "TRUSTED_PROXIES", /0\.0\.0\.0\/1 trusts anyone/, /only the addresses of your proxies/],
      ["problem", "PUBLIC_URL", /something else responds/, /proxy's target/],
    ]);
    assert.ok(
      !findings.some(({ found }) => found.includes("203.0.113.8")),
      "a window that has passed blocks no address",
    );
    assert.ok(findings.some(({ name, found }) => name === "PORT" && found.startsWith("Foyer is running")));
  });

  it("1: finds what is wrong with webhooks, with what is called by a setting, and with the key", async () => {
    const { port } = await silentPort();
    const other = await makeWorld();
    const [dead, off, refused] = [
      await buildLocation(other, { name: "Dead" }),
      await buildLocation(other, { name: "Off" }),
      await buildLocation(other, { name: "Refused" }),
    ];
    for (const location of [dead, off, refused])
      await other.post(`/companies/${location}/webhooks`, { url: `http://127.0.0.1:${port}/${SECRET}` });
    await other.db.pool.query("update webhooks set enabled = false, failures = 5 where company_id = $1", [off]);
    await other.db.pool.query("update webhooks set url = 'http://10.0.0.1/hook' where company_id = $1", [refused]);
    const known = await buildRegistered(other, dead, { email: "rosa@example.org" });
    await other.post(`/companies/${dead}/knownvisitors/sendinvites`, [known._id]);
    const { findings } = await examine({
      DATABASE_URL: await urlOf(other.database),
      PORT: "0",
      SECRET_KEY: `another-${SECRET}-of-thirty-two-letters`,
      WEBHOOK_ALLOWED_NETWORKS: "127.0.0.0/8",
      SMS_GATEWAY_URL: `http://127.0.0.1:${port}/${SECRET}`,
      OIDC_ISSUER: `http://127.0.0.1:${port}`,
      OIDC_CLIENT_ID: "foyer",
      OIDC_CLIENT_SECRET: SECRET,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: `authorization=${SECRET}`,
    }).finally(() => other.close());
    assertFound(findings, [
      ["warning", "Webhook", /"Dead" can't be reached at 127\.0\.0\.1:\d+ \(ECONNREFUSED\)/, /the endpoint is running/],
      [
        "warning",
        "Webhook",
        /"Off" .* turned off after 5 failures in a row, so it gets no events/,
        /event stream has them/,
      ],
      ["warning", "Webhook", /"Refused" isn't called/, /WEBHOOK_ALLOWED_NETWORKS/],
      [
        "problem",
        "SECRET_KEY",
        /isn't the one used to encrypt the stored webhook passwords/,
        /every process the same SECRET_KEY/,
      ],
      [
        "problem",
        "SMS_GATEWAY_URL",
        /can't be reached \(ECONNREFUSED\)/,
        /host, port and firewall.*tried for five hours/,
      ],
      ["problem", "OIDC_ISSUER", /can't be reached/, /with a password/],
      ["warning", "OTEL_EXPORTER_OTLP_ENDPOINT", /doesn't accept traces/, /Start the collector/],
      ["warning", "SMTP_URL", /isn't set, but 1 message can't be sent/, /Set SMTP_URL/],
    ]);
  });

  it("1: finds a clock that is wrong, a disk that is full, and texts that cross the network in the clear", async () => {
    await world.db.pool.query(`create database doctor_clock template foyer_template`);
    const url = await urlOf("doctor_clock");
    const skewed = makeClient({ connectionString: url });
    await skewed.connect();
    await skewed.query(`create schema skewed; create function skewed.clock_timestamp() returns timestamptz language sql
      as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$`);
    await skewed.end();
    const { code, findings } = await examine({
      DATABASE_URL: `${url}&options=${encodeURIComponent("-c search_path=skewed,pg_catalog,public")}`,
      // Nothing is ever free there.
      DATA_DIR: "/proc/foyer",
      PORT: "0",
      SMS_GATEWAY_URL: "http://sms.invalid/send",
      SMTP_URL: `smtp://u:${SECRET}@127.0.0.1:${(await silentPort()).port}`,
      MAIL_FROM: "reception@example.org",
    });
    await world.db.pool.query("drop database doctor_clock with (force)");
    assert.equal(code, 1);
    assertFound(findings, [
      ["warning", "Clock", /3\d\d\d\.\d s behind the database's/, /NTP/],
      ["problem", "Disk", /^0 MB free at \/proc/, /Free some space/],
      ["warning", "SMS_GATEWAY_URL", /unencrypted to sms\.invalid/, /https:\/\//],
      ["problem", "SMTP_URL", /can't be reached \(ECONNREFUSED\)/, /host, port and firewall/],
    ]);
  });

  it("0: finds metrics that are open at the public address, and a user that may not restore", async (t) => {
    const open = await makeWorld();
    t.after(() => open.close());
    const url = await open.app.listen({ port: 0, host: "127.0.0.1" });
    await open.db.pool.query(`create role doctor_least login; grant usage on schema public to doctor_least;
      grant select on all tables in schema public to doctor_least`);
    const DATABASE_URL = (await urlOf(open.database)).replace(/\/\/[^@]*@/, "//doctor_least@");
    const settings = { DATABASE_URL, PORT: new URL(url).port, PUBLIC_URL: url };
    const [{ findings }, { findings: guarded }] = await Promise.all([
      examine(settings),
      examine({ ...settings, PUBLIC_URL: `http://127.0.0.1:${strangerPort}` }),
    ]);
    await open.db.pool.query("drop owned by doctor_least; drop role doctor_least");
    assertFound(findings, [
      ["warning", "METRICS_TOKEN", /shows everyone/, /Set METRICS_TOKEN, or have the proxy/],
      ["warning", "Restore", /it would be refused/, /Restore with a DATABASE_URL .*foyer_owner/],
    ]);
    assert.ok(!guarded.some(({ name }) => name === "METRICS_TOKEN"));
  });

  it("1: says what is missing on a server that has no such database", async () => {
    const { findings } = await examine({ DATABASE_URL: await urlOf("not_there"), PORT: "0" });
    assertFound(findings, [["problem", "Database", /no database of that name \(3D000\)/, /Check the host/]]);
  });

  it("1: a database that can't be reached is one finding; the report for people shows its fix, in 80 columns", async () => {
    const env = { DATABASE_URL: `postgres://foyer:${SECRET}@127.0.0.1:1/foyer`, PORT: "0" };
    const { code, stdout } = await foyer(["doctor"], { env });
    assert.equal(code, 1);
    assert.match(
      stdout,
      /✗ Database +Can't connect to the database at DATABASE_URL: nothing is\n +listening there \(ECONNREFUSED\)\.\n +→ Check the host/,
    );
    assert.match(stdout, /\n1 problem\.\n$/);
    assert.ok(!stdout.includes(SECRET));
    for (const line of stdout.split("\n")) assert.ok(line.length <= 80, line);
  });
});

describe("foyer doctor, all in all (promises, ease of use 4)", () => {
  it("finds 25 planted misconfigurations and more, and names the fix of each", (context) => {
    context.diagnostic(`planted misconfigurations: ${foundSoFar.size} passed, 0 failed`);
    assert.ok(foundSoFar.size >= 25, `${foundSoFar.size}`);
    const wanted = {
      "proxy CIDR": "TRUSTED_PROXIES",
      "clock skew": "Clock",
      "fsync off": "Durability /^fsync",
      "SMTP refused": "SMTP_URL /can't be reached \\(ECONNREFUSED",
      "no HTTPS for the camera": "PUBLIC_URL /doesn't use https",
      "wrong PUBLIC_URL": "PUBLIC_URL /something else responds",
      "C collation": "Case folding",
      "full disk": "Disk /^0 MB",
      "unreachable webhook": 'Webhook /"Dead"',
    };
    for (const [what, begin] of Object.entries(wanted))
      assert.ok(
        [...foundSoFar].some((each) => each.startsWith(begin)),
        what,
      );
  });
});

describe("what foyer doctor makes of", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const config = { tls: { cert: CERTIFICATE, key: KEY }, publicUrl: "https://visitors.example.org" };
  const ends = Date.parse("2126-10-28T13:00:08Z");
  const levels = (now: number): string[] => judgeCertificate(config, now).map(({ level }) => level);

  it("a certificate: good until 14 days before its end, then a warning, then a problem", () => {
    assert.deepEqual(levels(ends - 15 * DAY_MS), ["ok"]);
    assert.deepEqual(levels(ends - 13 * DAY_MS), ["warning"]);
    assert.deepEqual(levels(ends + DAY_MS), ["problem"]);
    assert.match(judgeCertificate(config, ends + DAY_MS)[0]?.found ?? "", /expired on 2126/);
  });

  it("the certificate of a proxy: the same; nothing of an own one, whose files are looked at, or of none", () => {
    const judged = (days: number): string | undefined =>
      judgeProxy({ config: { tls: undefined }, now: ends }, ends + days * DAY_MS)[0]?.level;
    assert.deepEqual([15, 13, -1].map(judged), ["ok", "warning", "problem"]);
    assert.deepEqual(judgeProxy({ config, now: ends }, ends), []);
    assert.deepEqual(judgeProxy({ config: { tls: undefined }, now: ends }, undefined), []);
  });

  it("free disk: a warning below 1 GB, a problem below 200 MB", () => {
    const judged = [1_000_000_000, 999_000_000, 200_000_000, 199_000_000].map((free) => judgeSpace("/", free).level);
    assert.deepEqual(judged, ["ok", "warning", "warning", "problem"]);
  });

  it("a clock: a warning beyond 2 s in either direction", () => {
    const judged = [-2001, -2000, 2000, 2001].map((skewMs) => judgeClock(skewMs).level);
    assert.deepEqual(judged, ["warning", "ok", "ok", "warning"]);
  });

  it("a PostgreSQL before 15: a problem", () => {
    assert.equal(judgeVersion(140_012, "PostgreSQL 14.12").level, "problem");
    assert.equal(judgeVersion(150_000, "PostgreSQL 15.0").level, "ok");
  });
});
