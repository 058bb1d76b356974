import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createPrivateKey, X509Certificate } from "node:crypto";
import { once } from "node:events";
import { chown, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { request, type RequestOptions } from "node:https";
import { hostname } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { promisify } from "node:util";

import { makeAuthority, makeServer } from "../../cli/commands/tls/certificate.ts";
import { namesFor } from "../../cli/commands/tls/names.ts";
import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { cleanUp, startReady } from "../support/run/process.ts";
import { makeWorld } from "../support/world.ts";
import { foyer, makeFolder, urlOf } from "./foyer.ts";

after(cleanUp);

const run = promisify(execFile);
const DAY_MS = 24 * 60 * 60_000;
const NAMES = ["foyer.lan", "192.168.1.20", "fd00::1"];
const asOptions = (names: readonly string[]): string[] => names.flatMap((name) => ["--name", name]);

const openssl = (): Promise<string> =>
  findOrInstall(
    async () => ((await isRunnable("/usr/bin/openssl")) ? "/usr/bin/openssl" : undefined),
    "openssl is needed for this test: install the package openssl.",
    "openssl",
  );

/** `foyer tls` in a folder, and the files it made. */
const make = async (DATA_DIR: string, args: readonly string[] = asOptions(NAMES)) => {
  const ran = await foyer(["tls", ...args], { env: { DATA_DIR } });
  assert.equal(ran.code, 0, ran.stderr);
  const read = (name: string): Promise<string> => readFile(join(DATA_DIR, "tls", name), "utf8");
  return {
    ran,
    ca: new X509Certificate(await read("ca.crt")),
    server: new X509Certificate(await read("server.crt")),
    key: await read("server.key"),
    caKey: await read("ca.key"),
  };
};

describe("foyer tls", () => {
  it("0: openssl takes the chain, strictly, for each name and no other", async () => {
    const folder = await makeFolder();
    await make(folder);
    const [ca, server] = ["ca", "server"].map((name) => join(folder, "tls", `${name}.crt`));
    const verify = async (...more: string[]): Promise<string> => {
      const args = ["verify", "-x509_strict", "-purpose", "sslserver", ...more, "-CAfile", ca ?? "", server ?? ""];
      return (await run(await openssl(), args).catch((error: unknown) => error as { stdout: string })).stdout;
    };
    for (const of of [
      ["-verify_hostname", "foyer.lan"],
      ["-verify_ip", "192.168.1.20"],
      ["-verify_ip", "fd00::1"],
    ])
      assert.match(await verify(...of), /: OK\n$/, of.join(" "));
    assert.doesNotMatch(await verify("-verify_hostname", "other.lan"), /OK/);
    assert.doesNotMatch(await verify("-verify_ip", "192.168.1.21"), /OK/);
  });

  it("0: Foyer serves HTTPS with it; clients that trust the authority, as the doctor does, connect by each name, others don't", async () => {
    const DATA_DIR = await makeFolder();
    const { ca } = await make(DATA_DIR, asOptions(["foyer.lan", "127.0.0.1"]));
    const world = await makeWorld();
    const tls = { TLS_CERT: join(DATA_DIR, "tls/server.crt"), TLS_KEY: join(DATA_DIR, "tls/server.key") };
    const service = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey, DATA_DIR };
    const running = await startReady({ ...service, ...tls });
    const { port } = new URL(running.url);
    const ask = async (options: RequestOptions): Promise<number | string | undefined> => {
      const asked = request({ host: "127.0.0.1", port, path: "/healthz", agent: false, ...options }).end();
      const [answer] = await once(asked, "response").catch((error: unknown) => [error]);
      asked.destroy();
      return answer.statusCode ?? answer.code;
    };
    assert.equal(await ask({ ca: ca.toString() }), 200);
    assert.equal(await ask({ ca: ca.toString(), servername: "foyer.lan" }), 200);
    assert.equal(await ask({ ca: ca.toString(), servername: "other.lan" }), "ERR_TLS_CERT_ALTNAME_INVALID");
    assert.equal(await ask({}), "UNABLE_TO_VERIFY_LEAF_SIGNATURE");
    const judge = async (folder: string): Promise<string[]> => {
      const env = { ...service, ...tls, DATA_DIR: folder, PORT: port, PUBLIC_URL: `https://127.0.0.1:${port}` };
      const findings: { name: string; found: string }[] = JSON.parse(
        (await foyer(["doctor", "--json"], { env })).stdout,
      );
      return findings.filter(({ name }) => name === "PUBLIC_URL").map(({ found }) => found);
    };
    assert.deepEqual(await judge(DATA_DIR), [`https://127.0.0.1:${port} responds`]);
    assert.match((await judge(await makeFolder())).join(), /^this machine doesn't trust the certificate of https:/);
    await running.kill("SIGTERM");
    await world.close();
  });

  it("0: the authority signs servers only, for ten years; the server's lasts 397 days and knows its purpose", async () => {
    const { ca, server, key, caKey } = await make(await makeFolder());
    const days = (certificate: X509Certificate): number =>
      Math.floor((certificate.validToDate.getTime() - Date.now()) / DAY_MS);
    assert.deepEqual([ca.ca, server.ca], [true, false]);
    assert.deepEqual([days(ca), days(server)], [3651, 396]);
    assert.ok(server.validToDate.getTime() - server.validFromDate.getTime() < 398 * DAY_MS);
    assert.ok(server.validFromDate.getTime() < Date.now() && ca.validFromDate.getTime() < Date.now());
    assert.ok(ca.verify(ca.publicKey) && server.verify(ca.publicKey) && server.checkIssued(ca));
    assert.ok(server.checkPrivateKey(createPrivateKey(key)) && ca.checkPrivateKey(createPrivateKey(caKey)));
    assert.equal(ca.publicKey.asymmetricKeyDetails?.namedCurve, "prime256v1");
    assert.deepEqual(server.keyUsage, ["1.3.6.1.5.5.7.3.1"]);
    assert.equal(server.subjectAltName, "DNS:foyer.lan, IP Address:192.168.1.20, IP Address:FD00:0:0:0:0:0:0:1");
    assert.notEqual(server.serialNumber, ca.serialNumber);
  });

  it("0: files of 0600 in a folder of 0700, and nothing else left behind", async () => {
    const folder = join(await makeFolder(), "new", "data");
    await make(folder);
    await make(folder);
    const mode = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    assert.equal(await mode(join(folder, "tls")), 0o700);
    const files = await readdir(join(folder, "tls"));
    assert.deepEqual(files.toSorted(), ["ca.crt", "ca.key", "server.crt", "server.key"]);
    for (const file of files) assert.equal(await mode(join(folder, "tls", file)), 0o600, file);
  });

  it("0: run by root, the files are the service's, whose the data folder is", async () => {
    const folder = await makeFolder();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await chown(folder, 65_534, 65_534);
    await make(folder);
    const owner = isRoot ? 65_534 : process.getuid?.();
    for (const name of ["", "ca.key", "ca.crt", "server.key", "server.crt"])
      assert.equal((await stat(join(folder, "tls", name))).uid, owner, name);
  });

  it("0: standard output is the settings; what to do with them, with the fingerprint, is said beside it", async () => {
    const folder = await makeFolder();
    const { ran, ca } = await make(folder);
    assert.equal(
      ran.stdout,
      `TLS_CERT=${folder}/tls/server.crt\nTLS_KEY=${folder}/tls/server.key\nPUBLIC_URL=https://foyer.lan:8080\nHOST=0.0.0.0\n`,
    );
    for (const part of ["iPhone", "Android", "macOS", "Windows", "Linux", ca.fingerprint256, "foyer.lan, 192.168.1.20"])
      assert.ok(ran.stderr.includes(part), part);
  });

  it("0: made again, the authority stays byte by byte and the server's is new; devices need nothing", async () => {
    const folder = await makeFolder();
    const first = await make(folder);
    const second = await make(folder, asOptions(["new.lan"]));
    assert.deepEqual([second.ca.raw, second.caKey], [first.ca.raw, first.caKey]);
    assert.notEqual(second.server.serialNumber, first.server.serialNumber);
    assert.notEqual(second.key, first.key);
    assert.ok(second.server.verify(first.ca.publicKey) && second.server.checkIssued(first.ca));
    assert.match(second.ran.stderr, /Kept the existing certificate authority/);
  });

  it("0: --new-ca makes another authority", async () => {
    const folder = await makeFolder();
    const first = await make(folder);
    const second = await make(folder, [...asOptions(NAMES), "--new-ca"]);
    assert.notEqual(second.ca.fingerprint256, first.ca.fingerprint256);
    assert.ok(second.server.verify(second.ca.publicKey) && !second.server.verify(first.ca.publicKey));
  });

  it("0: also when TLS_CERT already names the files that are to be made", async () => {
    const DATA_DIR = await makeFolder();
    const env = { DATA_DIR, TLS_CERT: join(DATA_DIR, "tls/server.crt"), TLS_KEY: join(DATA_DIR, "tls/server.key") };
    assert.equal((await foyer(["tls"], { env })).code, 0);
  });

  it("0: without names it is for this machine's own, and for itself", async () => {
    const { server } = await make(await makeFolder(), []);
    const names = server.subjectAltName ?? "";
    for (const name of ["DNS:localhost", "IP Address:127.0.0.1", "IP Address:0:0:0:0:0:0:0:1"])
      assert.ok(names.includes(name), `${name} in ${names}`);
    assert.ok(names.toLowerCase().includes(`dns:${hostname().toLowerCase()}`), names);
  });

  it("1: an authority whose files do not belong together is not replaced in silence", async () => {
    for (const [file, text] of [
      ["ca.key", "nonsense"],
      ["ca.crt", undefined],
      ["ca.key", (await makeAuthority("Other", Date.now())).key.export({ type: "pkcs8", format: "pem" }).toString()],
    ] as const) {
      const folder = await makeFolder();
      await make(folder);
      const path = join(folder, "tls", file);
      await (text === undefined ? run("rm", [path]) : writeFile(path, text));
      const before = await readFile(join(folder, "tls/server.crt"), "utf8");
      const { code, stderr, stdout } = await foyer(["tls"], { env: { DATA_DIR: folder } });
      assert.deepEqual([code, stdout], [1, ""]);
      assert.match(stderr, /--new-ca/);
      assert.equal(await readFile(join(folder, "tls/server.crt"), "utf8"), before);
    }
  });

  it("1: an expired authority signs nothing, and the way on is named", async () => {
    const folder = await makeFolder();
    const { certificate, key } = await makeAuthority("Old", Date.now() - 4_000 * DAY_MS);
    await mkdir(join(folder, "tls"));
    await writeFile(join(folder, "tls/ca.crt"), certificate.toString());
    await writeFile(join(folder, "tls/ca.key"), key.export({ type: "pkcs8", format: "pem" }));
    const { code, stderr } = await foyer(["tls"], { env: { DATA_DIR: folder } });
    assert.equal(code, 1);
    assert.match(stderr, /expired.*--new-ca/s);
  });

  it("2: what is neither a host name nor an address", async () => {
    for (const name of [
      "",
      "https://foyer.lan",
      "foyer.lan:8080",
      "-x",
      "a..b",
      "192.168.1",
      "1.2.3.4.5",
      "fe80::1%eth0",
      "a b",
      "*.lan",
    ])
      assert.throws(() => namesFor([name]), /is neither a host name nor an IP address/, name);
    const { code, stderr } = await foyer(["tls", "--name", "https://foyer.lan"], {
      env: { DATA_DIR: await makeFolder() },
    });
    assert.equal(code, 2);
    assert.match(stderr, /Enter only the name/);
  });
});

describe("names of a certificate", () => {
  it("are each there once, in lower case, international ones as the wire has them", () => {
    assert.deepEqual(namesFor(["Foyer.LAN", "foyer.lan.", "münchen.example", "FD00:0::1", "::ffff:10.0.0.1"]), [
      "foyer.lan",
      "xn--mnchen-3ya.example",
      "fd00::1",
      "10.0.0.1",
    ]);
  });
});

describe("certificates, whatever the random numbers and dates", () => {
  const NOW = Date.UTC(2026, 10, 21);

  it("two hundred pairs in a row verify: signatures and serial numbers of every length", async () => {
    const authority = await makeAuthority(
      'Foyer on a machine with quite a long name, with a comma, "quotes" and é',
      NOW,
    );
    for (let n = 0; n < 200; n += 1) {
      const { certificate } = await makeServer(authority, [`n${n}.lan`], NOW);
      assert.ok(certificate.verify(authority.certificate.publicKey) && certificate.checkIssued(authority.certificate));
      assert.equal(certificate.checkHost(`n${n}.lan`), `n${n}.lan`);
      assert.match(certificate.serialNumber, /^[4-7][0-9A-F]{31}$/);
    }
  });

  it("a hundred names fit", async () => {
    const names = Array.from({ length: 100 }, (_, n) => `${"x".repeat(50)}${n}.example.lan`);
    const { certificate } = await makeServer(await makeAuthority("Foyer", NOW), names, NOW);
    assert.equal(certificate.subjectAltName?.split(", ").length, 100);
  });

  it("a certificate never outlives its authority, and years from 2050 on are written as they must", async () => {
    const late = Date.UTC(2045, 0, 1);
    const authority = await makeAuthority("Foyer", late);
    assert.equal(authority.certificate.validToDate.getUTCFullYear(), 2055);
    const { certificate } = await makeServer(
      authority,
      ["a.lan"],
      authority.certificate.validToDate.getTime() - 30 * DAY_MS,
    );
    assert.equal(certificate.validTo, authority.certificate.validTo);
  });
});
