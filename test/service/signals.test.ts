import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { connect } from "node:tls";

import { makeAuthority, makeServer, type CertificatePair } from "../../cli/commands/tls/certificate.ts";
import { readConfig } from "../../server/platform/config/config.ts";
import { makeLogger } from "../../server/platform/logger.ts";
import { logStart, warnOfSkew } from "../../server/start-log.ts";
import { NO_TERMINAL } from "../bin/fixture.ts";
import {
  callOver,
  cleanUp,
  COMPILED,
  freePort,
  makeFolder,
  type Running,
  startReady,
  until,
} from "../support/run/process.ts";

const DAY_MS = 24 * 60 * 60_000;
const PROJECT = join(import.meta.dirname, "../..");

let running: Running;
let files: { TLS_CERT: string; TLS_KEY: string };
const authority = await makeAuthority("Foyer", Date.now() - 4_000 * DAY_MS);

const pemOf = ({ key }: CertificatePair): string => key.export({ type: "pkcs8", format: "pem" }).toString();
const put = async (pair: CertificatePair, key = pair): Promise<void> => {
  await writeFile(files.TLS_CERT, pair.certificate.toString());
  await writeFile(files.TLS_KEY, pemOf(key));
};
const fresh = async (): Promise<CertificatePair> =>
  makeServer(await makeAuthority("Foyer", Date.now()), ["127.0.0.1"], Date.now());
const ended = (): Promise<CertificatePair> => makeServer(authority, ["127.0.0.1"], Date.now() - 3_000 * DAY_MS);

/** The certificate of a new connection. */
const shown = async (): Promise<string> => {
  const socket = connect({ host: "127.0.0.1", port: Number(new URL(running.url).port), rejectUnauthorized: false });
  await once(socket, "secureConnect");
  const { raw } = socket.getPeerCertificate();
  socket.destroy();
  return new X509Certificate(raw).fingerprint256;
};

type Line = { level: number; msg: string } & Record<string, unknown>;
const linesOf = (service: Running): Line[] =>
  service.said().err.split("\n").filter((line) => line.startsWith("{")).map((line): Line => JSON.parse(line)); // prettier-ignore

/** Sends SIGHUP and waits for what the log says of it. */
const hangUp = async (service: Running): Promise<Line> => {
  const answers = (): Line[] => linesOf(service).filter(({ msg }) => msg.startsWith("SIGHUP"));
  const before = answers().length;
  service.child.kill("SIGHUP");
  return until("a line of the log", async () => answers()[before]);
};

before(async () => {
  const folder = await makeFolder();
  files = { TLS_CERT: join(folder, "cert.pem"), TLS_KEY: join(folder, "key.pem") };
  await put(await fresh());
  running = await startReady({ ...files, DATA_DIR: folder, SMTP_URL: "smtp://u:geheim@127.0.0.1:1" });
});
after(cleanUp);

describe("SIGHUP", () => {
  it("new connections get the certificate that is there now, and the log says when it ends", async () => {
    const pair = await fresh();
    await put(pair);
    const { level, msg, ends } = await hangUp(running);
    assert.deepEqual([level, ends], [30, pair.certificate.validToDate.toISOString()]);
    assert.match(msg, /SIGHUP: the certificate was reloaded/);
    assert.equal(await shown(), pair.certificate.fingerprint256);
  });

  it("a new one that can't be used leaves the one before in use, and the log says why", async () => {
    const inUse = await shown();
    const refused: [put: () => Promise<void>, why: RegExp][] = [
      [async () => put(await fresh(), await fresh()), /"code":"ERR_OSSL_X509_KEY_VALUES_MISMATCH"/],
      [async () => put(await ended()), /"code":"CERT_HAS_EXPIRED"/],
      [() => writeFile(files.TLS_CERT, "half of it"), /"code":"ERR_OSSL/],
      [() => rm(files.TLS_KEY), /"reason":"TLS_KEY points to .*which can't be read\."/],
    ];
    for (const [plant, why] of refused) {
      await plant();
      const line = await hangUp(running);
      assert.deepEqual([line.level, /the previous one remains in use/.test(line.msg)], [50, true]);
      assert.match(JSON.stringify(line), why);
      assert.equal(await shown(), inUse);
    }
  });

  it("without TLS it does nothing but say so; the service goes on", async () => {
    const plain = await startReady({ DATA_DIR: await makeFolder() });
    const { level, msg } = await hangUp(plain);
    assert.deepEqual([level, msg], [30, "SIGHUP: there is nothing to reload, TLS_CERT is not set"]);
    assert.equal((await callOver(plain.url, "GET", "/healthz")).status, 200);
    await plain.kill("SIGTERM");
    assert.deepEqual(await plain.exited, { code: 0, signal: null });
  });

  it("a terminal that is closed ends the service that was started in it", { skip: NO_TERMINAL }, async () => {
    const [url, folder] = [`http://127.0.0.1:${await freePort()}`, await makeFolder()];
    const command = `${process.execPath} ${join(PROJECT, "bin/foyer.mjs")} start`;
    const env = { PATH: process.env["PATH"], ...COMPILED, DATA_DIR: folder, PORT: new URL(url).port };
    const terminal = spawn("script", ["-qec", command, "/dev/null"], { env, stdio: ["pipe", "ignore", "ignore"] });
    const alive = async () => (await callOver(url, "GET", "/healthz").catch(() => undefined))?.status === 200;
    await until("the service", async () => (await alive()) || undefined);
    terminal.kill("SIGKILL");
    await until("its end", async () => ((await alive()) ? undefined : true));
    const again = await startReady({ DATA_DIR: folder });
    await again.kill("SIGTERM");
  });
});

describe("the log of a start and a stop", () => {
  it("a clock that differs from the database's by more than two seconds is a warning of its own", () => {
    const linesWith = (skewMs: number): Line[] => {
      const lines: Line[] = [];
      const log = makeLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
      const service = { database: { version: "18.4", skewMs }, shownDatabase: "PostgreSQL", migrated: [] };
      logStart(log, service, readConfig({}), 1);
      warnOfSkew(log, service);
      return lines;
    };
    assert.deepEqual(linesWith(-1_900).map(({ msg }) => msg), ["started"]); // prettier-ignore
    const [, warned] = linesWith(-7_200_000);
    assert.deepEqual([warned?.level, warned?.["aheadMs"]], [40, -7_200_000]);
    assert.match(warned?.msg ?? "", /clock differs from the database's: set both by NTP/);
  });

  it("says what was started, with which settings, and no secret; and why and how long it stopped", async () => {
    const service = running;
    await service.kill("SIGTERM");
    const [started] = linesOf(service);
    const { version, node, pid, role, postgres, migrated, settings, ms } = started as Line;
    assert.equal(started?.msg, "started");
    assert.deepEqual([node, role, pid === service.child.pid], [process.versions.node, "all", false]);
    assert.match([version, postgres].join(" "), /^\d+\.\d+\.\d+\S* 18\.\d+$/);
    assert.match(String(migrated), /^0001_texts\.sql to \d{4}_\w+\.sql$/);
    assert.ok(Number(ms) > 0);
    const { set, listen } = Object(settings);
    const [, address] = /^ {2}Open +https:\/\/([^/\s]+)/m.exec(service.said().out) ?? [];
    assert.deepEqual([set, listen], [["TLS_CERT", "SMTP_URL"], address]);
    assert.match(String(listen), /^127\.0\.0\.1:[1-9]\d+$/);
    assert.ok(!JSON.stringify(started).includes("geheim"));
    const [stopping, stopped] = linesOf(service).slice(-2);
    assert.deepEqual([stopping?.msg, stopping?.["reason"]], ["stopping", "SIGTERM"]);
    assert.deepEqual([stopped?.msg, stopped?.["reason"], stopped?.["pid"]], ["stopped", "SIGTERM", pid]);
    assert.equal(typeof stopped?.["ms"], "number");
  });
});
