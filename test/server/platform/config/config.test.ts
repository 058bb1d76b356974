import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";

import { ConfigError, readConfig } from "../../../../server/platform/config/config.ts";
import type { Environment } from "../../../../server/platform/config/reader.ts";

const folder = mkdtempSync(join(tmpdir(), "foyer-config-"));
after(() => rmSync(folder, { recursive: true }));

const fileWith = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const problemsOf = (env: Environment): readonly string[] => {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
};

const PEM = { cert: fileWith("cert.pem", "CERT\n"), key: fileWith("key.pem", "KEY\n") };
const SECRET = "s".repeat(32);

/** Every setting of rules 6 with a value that is not its default. */
const ALL: Record<string, string> = {
  ROLE: "worker",
  PORT: "9090",
  HOST: "0.0.0.0",
  DATABASE_URL: "postgres://foyer:secret@db.example.org/foyer",
  DATABASE_DIRECT_URL: "postgres://foyer:secret@direct.example.org/foyer",
  DATABASE_REPLICA_URL: "postgres://foyer:secret@copy.example.org/foyer",
  DATABASE_REPLICA_LAG: "30",
  DATA_DIR: "/srv/foyer",
  ADMIN_EMAIL: "Ann@Example.org",
  ADMIN_PASSWORD: "twelve-chars",
  PUBLIC_URL: "https://visitors.example.org/",
  TLS_CERT: PEM.cert,
  TLS_KEY: PEM.key,
  SMTP_URL: "smtps://user:password@mail.example.org",
  MAIL_FROM: "reception@example.org",
  SMS_GATEWAY_URL: "https://sms.example.org/send",
  SMS_GATEWAY_BODY: '{"to":"%to%"}',
  SMS_GATEWAY_AUTH: "Bearer x",
  DB_PREPARE: "off",
  SECRET_KEY: SECRET,
  SECRET_KEY_PREVIOUS: `previous-${SECRET}`,
  TRUSTED_PROXIES: "127.0.0.1, 10.0.0.0/8 fd00::/8",
  WEBHOOK_ALLOWED_NETWORKS: "192.168.1.0/24",
  CONNECT_ALLOWED_NETWORKS: "10.1.2.3, 10.1.3.0/24",
  IDP_AUTHORITY: "http://127.0.0.1:9000",
  OIDC_ISSUER: "https://id.example.org/realms/staff",
  OIDC_CLIENT_ID: "foyer",
  OIDC_CLIENT_SECRET: "hush",
  OIDC_NAME: "Example SSO",
  LOG_LEVEL: "debug",
  METRICS_TOKEN: "a-token-of-metrics",
  OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector.example.org:4318/",
  OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20hush, x-team = desk",
  OTEL_SERVICE_NAME: "reception",
  OTEL_TRACES_SAMPLER: "traceidratio",
  OTEL_TRACES_SAMPLER_ARG: "0.25",
  WEB_DIR: "/srv/pages",
  KIOSK_DEMO: "off",
  SECURITY_CONTACT: "mailto:security@example.org",
  BACKUP_DIR: "/srv/backups",
  BACKUP_TIME: "23:30",
  BACKUP_KEEP: "30",
};

const EXPECTED = {
  role: "worker",
  port: 9090,
  host: "0.0.0.0",
  databaseUrl: "postgres://foyer:secret@db.example.org/foyer",
  directUrl: "postgres://foyer:secret@direct.example.org/foyer",
  replica: { url: "postgres://foyer:secret@copy.example.org/foyer", lagMs: 30_000 },
  dataDir: "/srv/foyer",
  adminEmail: "ann@example.org",
  adminPassword: "twelve-chars",
  publicUrl: "https://visitors.example.org",
  tls: { cert: "CERT\n", key: "KEY\n" },
  channels: {
    mail: { SMTP_URL: "smtps://user:password@mail.example.org", MAIL_FROM: "reception@example.org" },
    sms: {
      SMS_GATEWAY_URL: "https://sms.example.org/send",
      SMS_GATEWAY_BODY: '{"to":"%to%"}',
      SMS_GATEWAY_AUTH: "Bearer x",
    },
  },
  dbPrepare: false,
  secretKey: SECRET,
  previousKey: `previous-${SECRET}`,
  trustedProxies: ["127.0.0.1", "10.0.0.0/8", "fd00::/8"],
  webhookAllowedNetworks: ["192.168.1.0/24"],
  connectAllowedNetworks: ["10.1.2.3", "10.1.3.0/24"],
  idpAuthority: "http://127.0.0.1:9000",
  oidc: {
    issuer: "https://id.example.org/realms/staff",
    clientId: "foyer",
    clientSecret: "hush",
    name: "Example SSO",
  },
  logLevel: "debug",
  backup: { dir: "/srv/backups", time: { hour: 23, minute: 30 }, keep: 30 },
  metricsToken: "a-token-of-metrics",
  traces: {
    url: "http://collector.example.org:4318/v1/traces",
    headers: { authorization: "Bearer hush", "x-team": "desk" },
    serviceName: "reception",
    sampler: "traceidratio",
    ratio: 0.25,
  },
  webDir: "/srv/pages",
  kioskDemo: false,
  securityContact: "mailto:security@example.org",
};

describe("settings (rules 6)", () => {
  it("all have a default", () => {
    assert.deepEqual(readConfig({}), {
      role: "all",
      port: 8080,
      host: "127.0.0.1",
      databaseUrl: undefined,
      directUrl: undefined,
      replica: undefined,
      dataDir: resolve("data"),
      adminEmail: undefined,
      adminPassword: undefined,
      publicUrl: "http://127.0.0.1:8080",
      tls: undefined,
      channels: { mail: undefined, sms: undefined },
      dbPrepare: true,
      secretKey: undefined,
      previousKey: undefined,
      trustedProxies: [],
      webhookAllowedNetworks: [],
      connectAllowedNetworks: [],
      idpAuthority: "https://login.microsoftonline.com",
      oidc: undefined,
      logLevel: "info",
      backup: { dir: resolve("data/backups"), time: { hour: 2, minute: 0 }, keep: 14 },
      metricsToken: undefined,
      traces: undefined,
      webDir: resolve("dist/web"),
      kioskDemo: true,
      securityContact: undefined,
    });
  });

  it("each is read from the environment", () => {
    assert.deepEqual(readConfig(ALL), EXPECTED);
  });

  it("each may come from the file that NAME_FILE names; one trailing line break is not part of it", () => {
    const env = Object.fromEntries(
      Object.entries(ALL).map(([name, value], n) => [
        `${name}_FILE`,
        fileWith(name, `${value}${n % 2 ? "\n" : "\r\n"}`),
      ]),
    );
    assert.deepEqual(readConfig(env), EXPECTED);
    const { adminPassword } = readConfig({
      ADMIN_EMAIL: "a@b.c",
      ADMIN_PASSWORD_FILE: fileWith("p", " spaced secret \n\n"),
    });
    assert.equal(adminPassword, " spaced secret \n");
  });

  it("an empty one is as absent, an empty file and an empty NAME_FILE too", () => {
    const empty = Object.fromEntries(Object.keys(ALL).map((name) => [name, ""]));
    assert.deepEqual(readConfig(empty), readConfig({}));
    const file = fileWith("empty", "\n");
    const files = Object.fromEntries(Object.keys(ALL).map((name, n) => [`${name}_FILE`, n % 2 ? file : ""]));
    assert.deepEqual(readConfig(files), readConfig({}));
  });

  it("NAME and NAME_FILE together are a problem, for each", () => {
    for (const [name, value] of Object.entries(ALL)) {
      const problems = problemsOf({ ...ALL, [`${name}_FILE`]: fileWith("both", value) });
      assert.deepEqual(problems, [`${name} and ${name}_FILE are both set. Set only one of them.`]);
    }
  });

  it("a file that can't be read is a problem, for each", () => {
    for (const name of Object.keys(ALL)) {
      const { [name]: _given, ...rest } = ALL;
      const problems = problemsOf({ ...rest, [`${name}_FILE`]: join(folder, "missing") });
      assert.ok(
        problems.includes(`${name}_FILE points to "${join(folder, "missing")}", which can't be read.`),
        `${name}: ${problems.join(" ")}`,
      );
    }
  });

  it("all problems are listed at once, one sentence each, without the values of secrets", () => {
    const bad: Record<string, string> = {
      PORT: "65536",
      DATABASE_URL: "mysql://user:hunter2@db",
      ADMIN_EMAIL: "nobody",
      ADMIN_PASSWORD: "short",
      PUBLIC_URL: "visitors.example.org",
      TLS_CERT: join(folder, "missing"),
      TLS_KEY: join(folder, "missing"),
      SMTP_URL: "mail.example.org",
      SMS_GATEWAY_URL: "ftp://sms",
      DB_PREPARE: "maybe",
      SECRET_KEY: "too-short",
      SECRET_KEY_PREVIOUS: "too-short",
      TRUSTED_PROXIES: "proxy.example.org",
      WEBHOOK_ALLOWED_NETWORKS: "10.0.0.0/99",
      CONNECT_ALLOWED_NETWORKS: "dc1.example.org",
      IDP_AUTHORITY: "login",
      LOG_LEVEL: "loud",
    };
    const problems = problemsOf(bad);
    assert.equal(problems.length, Object.keys(bad).length);
    for (const name of Object.keys(bad))
      assert.equal(problems.filter((line) => line.startsWith(`${name} `)).length, 1, name);
    for (const secret of ["hunter2", "short", "too-short"]) assert.ok(!problems.join("\n").includes(` ${secret}`));
    assert.throws(() => readConfig(bad), /^Error: Foyer can't start with these settings:\n(  - [A-Z_]+ .*\.\n?){17}$/);
  });

  it("PORT is a whole number from 0 to 65535", () => {
    for (const PORT of ["-1", "80.5", "eighty", "0x50", "1e3", " 80"])
      assert.equal(problemsOf({ PORT }).length, 1, PORT);
    for (const PORT of ["0", "1", "65535"]) assert.equal(readConfig({ PORT }).port, Number(PORT));
  });

  it("ADMIN_EMAIL and ADMIN_PASSWORD, TLS_CERT and TLS_KEY go together", () => {
    for (const name of ["ADMIN_EMAIL", "ADMIN_PASSWORD", "TLS_CERT", "TLS_KEY"]) {
      const [problem, ...more] = problemsOf({ [name]: ALL[name] });
      assert.match(problem ?? "", /must be set together\. One is missing\.$/);
      assert.ok(problem?.includes(name) && more.length === 0);
    }
  });

  it("SMS_GATEWAY_BODY and SMS_GATEWAY_AUTH have no effect without SMS_GATEWAY_URL; a wrong one is one problem", () => {
    for (const name of ["SMS_GATEWAY_BODY", "SMS_GATEWAY_AUTH"])
      assert.deepEqual(problemsOf({ [name]: ALL[name] }), [`${name} has no effect without SMS_GATEWAY_URL. Set both.`]);
    for (const bad of ["ftp://sms", "https://user:geheim@sms.example.org/"]) {
      const [problem = "", ...more] = problemsOf({ ...ALL, SMS_GATEWAY_URL: bad });
      assert.match(
        problem,
        /^SMS_GATEWAY_URL must be an http\(s\) URL without a username or password \(use SMS_GATEWAY_AUTH\)\.$/,
      );
      assert.equal(more.length, 0);
    }
    for (const body of ["to=%to%", '["%to%"]', " {}"])
      assert.equal(readConfig({ ...ALL, SMS_GATEWAY_BODY: body }).channels.sms?.SMS_GATEWAY_BODY, body);
    for (const [name, value] of Object.entries({ SMS_GATEWAY_BODY: '{"to":%to%}', SMS_GATEWAY_AUTH: "Bearer\nx" }))
      assert.match(problemsOf({ ...ALL, [name]: value }).join(), new RegExp(`^${name} must be`));
  });

  it("OIDC_ISSUER, _CLIENT_ID and _CLIENT_SECRET go together; the name is the issuer's host when it is left out", () => {
    const { OIDC_NAME: _name, ...unnamed } = ALL;
    assert.equal(readConfig(unnamed).oidc?.name, "id.example.org");
    for (const name of ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"]) {
      const { [name]: _one, ...rest } = ALL;
      const expected = "OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together. One is missing.";
      assert.deepEqual(problemsOf(rest), [expected]);
    }
    for (const good of ["http://127.0.0.1:9000", "http://localhost/a", "http://[::1]:9000"])
      assert.equal(readConfig({ ...ALL, OIDC_ISSUER: good }).oidc?.issuer, good);
    for (const bad of ["id.example.org", "http://id.example.org", "http://127.0.0.1.example.org", "ftp://x"])
      assert.match(problemsOf({ ...ALL, OIDC_ISSUER: bad }).join(), /^OIDC_ISSUER must be an https URL such as \S+\.$/);
  });

  it("PUBLIC_URL defaults to where it listens: https with a certificate, brackets around IPv6", () => {
    assert.equal(readConfig({ HOST: "::1", PORT: "81" }).publicUrl, "http://[::1]:81");
    assert.equal(readConfig({ TLS_CERT: PEM.cert, TLS_KEY: PEM.key }).publicUrl, "https://127.0.0.1:8080");
    assert.equal(readConfig({ PUBLIC_URL: "https://x.example//" }).publicUrl, "https://x.example");
  });

  it("PUBLIC_URL defaults to an address that can be opened where it listens at every one", () => {
    assert.equal(readConfig({ HOST: "0.0.0.0" }).publicUrl, "http://127.0.0.1:8080");
    assert.equal(readConfig({ HOST: "::", PORT: "81" }).publicUrl, "http://[::1]:81");
  });

  it("PUBLIC_URL has no path, query or fragment: nothing is served below one", () => {
    for (const rest of ["/foyer", "/foyer/", "//foyer", "?x=1", "/?x=1", "#top", "/#top"])
      assert.match(
        problemsOf({ PUBLIC_URL: `https://x.example${rest}` }).join(),
        /^PUBLIC_URL must be .*no path/,
        rest,
      );
    for (const good of ["https://x.example", "https://x.example:8443/", "http://[::1]:80", "HTTPS://X.example"])
      assert.deepEqual(problemsOf({ PUBLIC_URL: good }), [], good);
  });

  it("MAIL_FROM is an address, alone or after a name", () => {
    for (const good of ["desk@example.org", "Reception <desk@example.org>", '"Desk, Brussels" <desk@example.org>'])
      assert.equal(readConfig({ ...ALL, MAIL_FROM: good }).channels.mail?.MAIL_FROM, good);
    for (const bad of [
      "Reception",
      "Reception <>",
      "a@example.org, b@example.org",
      "a <b@c> <d@e>",
      "<a@b",
      "x\n<a@b.c>",
    ])
      assert.match(problemsOf({ MAIL_FROM: bad }).join(), /^MAIL_FROM must be an email address/, bad);
  });

  it("ROLE is all, api or worker; one that shares the work needs DATABASE_URL, and --role is stronger", () => {
    const DATABASE_URL = ALL["DATABASE_URL"];
    for (const ROLE of ["all", "api", "worker"]) assert.equal(readConfig({ ROLE, DATABASE_URL }).role, ROLE);
    assert.match(problemsOf({ ROLE: "Worker", DATABASE_URL }).join(), /^ROLE must be one of all, api, worker\.$/);
    assert.match(
      problemsOf({ ROLE: "api" }).join(),
      /^ROLE=api shares its database .*, so DATABASE_URL must be set\.$/,
    );
    assert.equal(readConfig({ ROLE: "api", DATABASE_URL }, { ROLE: "worker" }).role, "worker");
  });

  it("a replica and a way past the pooler need DATABASE_URL; a replica may be 10 s behind", () => {
    const { DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_DIRECT_URL } = ALL;
    assert.equal(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL }).replica?.lagMs, 10_000);
    for (const given of [{ DATABASE_REPLICA_URL }, { DATABASE_DIRECT_URL }])
      assert.match(problemsOf(given).join(), /has no effect without DATABASE_URL\. Set both or neither\.$/);
    for (const DATABASE_REPLICA_LAG of ["0", "-1", "1.5", "soon", "3601"])
      assert.equal(problemsOf({ DATABASE_URL, DATABASE_REPLICA_URL, DATABASE_REPLICA_LAG }).length, 1);
  });

  it("DB_PREPARE is a switch", () => {
    for (const DB_PREPARE of ["on", "ON", "true", "1"]) assert.equal(readConfig({ DB_PREPARE }).dbPrepare, true);
    for (const DB_PREPARE of ["off", "Off", "false", "0"]) assert.equal(readConfig({ DB_PREPARE }).dbPrepare, false);
  });

  it("a misspelled setting is a problem that names the one that was meant, while that is absent", () => {
    const near: Record<string, string> = {
      DATBASE_URL: "DATABASE_URL",
      DATABASE_URI: "DATABASE_URL",
      PUBLICURL: "PUBLIC_URL",
      SMTP_ULR_FILE: "SMTP_URL_FILE",
      DATADIR: "DATA_DIR",
      SECRET_KEYS: "SECRET_KEY",
      PROT: "PORT",
      OTEL_EXPORTER_OLTP_ENDPOINT: "OTEL_EXPORTER_OTLP_ENDPOINT",
      BACKUP_DIR2: "BACKUP_DIR",
    };
    for (const [name, meant] of Object.entries(near)) {
      const [problem = "", ...more] = problemsOf({ [name]: "x" });
      assert.ok(
        problem.startsWith(`${name} isn't a setting, but ${meant} is.`) && more.length === 0,
        `${name}: ${problem}`,
      );
      const bare = meant.replace(/_FILE$/, "");
      assert.deepEqual(problemsOf({ [name]: "x", [bare]: "" }), [], `${name} beside ${meant}`);
      assert.deepEqual(problemsOf({ [name]: "" }), [], `${name}, empty`);
    }
  });

  it("variables that other programs own are let be", () => {
    const names = `CI COLUMNS CREDENTIALS_DIRECTORY DEBIAN_FRONTEND DISPLAY EDITOR GITHUB_TOKEN HISTFILE HOME HOSTNAME
      HTTPS_PROXY HTTP_PROXY INVOCATION_ID JOURNAL_STREAM KUBERNETES_PORT KUBERNETES_SERVICE_HOST LANG LANGUAGE LC_ALL
      LESS LINES LISTEN_FDS LISTEN_PID LOGNAME LOGS_DIRECTORY LS_COLORS MAIL MAINPID MALLOC_ARENA_MAX MEMORY_PRESSURE_WATCH NODE_ENV
      NODE_EXTRA_CA_CERTS NODE_OPTIONS NODE_PATH NODE_VERSION NOTIFY_SOCKET NO_COLOR NO_PROXY OLDPWD OTEL_LOGS_EXPORTER
      OTEL_EXPORTER_OTLP_TRACES_HEADERS OTEL_METRICS_EXPORTER OTEL_RESOURCE_ATTRIBUTES PAGER PATH PGDATA PGHOST PGPORT
      PGUSER PIDFILE PWD RUNTIME_DIRECTORY SHELL SHLVL SSL_CERT_DIR SSL_CERT_FILE STATE_DIRECTORY SUDO_USER TERM TEMP TMP
      TMPDIR TZ UMASK USER UV_THREADPOOL_SIZE VISUAL WATCHDOG_PID WATCHDOG_USEC XDG_RUNTIME_DIR YARN_VERSION _`;
    for (const name of names.split(/\s+/)) assert.deepEqual(problemsOf({ [name]: "x" }), [], name);
  });

  it(".env.example, sourced by a shell with every line in use, gives what is written there, without a word", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../../.env.example"), "utf8").replaceAll(
      /^#(?=[A-Z_]+=)/gm,
      "",
    );
    const file = fileWith("env", text);
    const shown = 'for name; do eval "printf \'%s\\\\0\' \\"\\$$name\\""; done';
    const lines = [...text.matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value] as const);
    const { stdout, stderr, status } = spawnSync(
      "sh",
      ["-euc", `set -a; . "$0"; set +a; ${shown}`, file, ...lines.map(([name]) => name)],
      { encoding: "utf8", env: { PATH: process.env["PATH"] } },
    );
    assert.deepEqual([status, stderr], [0, ""]);
    const values = stdout.split("\0").slice(0, -1);
    assert.deepEqual(
      lines.map(([name], n) => [name, values[n]]),
      lines.map(([name, value]) => [name, value.replace(/^'(.*)'$/, "$1")]),
    );
    const given = Object.fromEntries(lines.map(([name], n) => [name, values[n] ?? ""]));
    const { TLS_CERT: _cert, TLS_KEY: _key, ...rest } = given;
    const password = { ADMIN_PASSWORD: "twelve-or-more-characters" };
    const { channels, oidc } = readConfig({ ...rest, ...password, OIDC_CLIENT_SECRET: "hush" });
    assert.deepEqual(
      [channels.sms?.SMS_GATEWAY_BODY, oidc?.name],
      ['{"phone":"%to%","message":"%text%"}', "Example SSO"],
    );
  });
});
