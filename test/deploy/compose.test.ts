import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";

import { parse } from "yaml";

import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);
const COMPOSE = "/usr/bin/docker-compose";

type Service = {
  image: string;
  environment: Record<string, string>;
  secrets?: { source: string }[];
  ports?: unknown[];
  volumes?: string[];
};
type Composition = {
  services: Record<"foyer" | "db" | "proxy", Service>;
  networks: { inside: { ipam: { config: { subnet: string }[] } } };
  secrets: Record<string, { file: string }>;
  volumes: Record<string, unknown>;
};

/** compose.yml as Docker Compose reads it, which checks it against its schema. */
const read = async (): Promise<Composition> => {
  const find = async (): Promise<string | undefined> => ((await isRunnable(COMPOSE)) ? COMPOSE : undefined);
  const missing = "compose.yml is read by Docker Compose. Install it (Debian: apt-get install docker-compose).";
  const compose = await findOrInstall(find, missing, "docker-compose");
  const env = { ...process.env, DOMAIN: "visitors.example.org" };
  const { stdout } = await run(compose, ["-f", join(PROJECT, "compose.yml"), "config"], { env });
  return parse(stdout) as Composition;
};

describe("compose.yml", () => {
  it("fits the schema of Docker Compose, and asks for the host name without which it can't start", async () => {
    const { services } = await read();
    assert.deepEqual(Object.keys(services).toSorted(), ["db", "foyer", "proxy"]);
    const { DOMAIN: _, ...env } = process.env;
    await assert.rejects(run(COMPOSE, ["-f", join(PROJECT, "compose.yml"), "config"], { env }), /DOMAIN=/);
  });

  it("gives Foyer settings that it knows, the proxy's network, and the version of this program", async () => {
    const { services, networks } = await read();
    const settings = await readFile(join(PROJECT, "docs/settings.md"), "utf8");
    for (const name of Object.keys(services.foyer.environment))
      assert.ok(settings.includes(`\`${name.replace(/_FILE$/, "")}\``), name);
    assert.equal(services.foyer.environment["TRUSTED_PROXIES"], networks.inside.ipam.config[0]?.subnet);
    const { version } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8"));
    assert.equal(services.foyer.image, `foyer:${version}`);
  });

  it("opens the ports of the proxy alone; every secret is a file that the documentation makes, every volume has a name", async () => {
    const { services, secrets, volumes } = await read();
    assert.deepEqual(
      [services.foyer.ports, services.db.ports, services.proxy.ports?.length],
      [undefined, undefined, 3],
    );
    const documented = await readFile(join(PROJECT, "docs/deployment.md"), "utf8");
    for (const name of Object.keys(secrets)) assert.ok(documented.includes(`> secrets/${name}\n`), name);
    for (const service of Object.values(services))
      for (const [key, value] of Object.entries(service.environment))
        if (key.endsWith("_FILE"))
          assert.ok(
            service.secrets?.some(({ source }) => value === `/run/secrets/${source}`),
            key,
          );
    assert.deepEqual(Object.keys(volumes).toSorted(), ["certificates", "data", "database"]);
  });

  it("the Caddyfile takes name and address of Foyer from it", async () => {
    const { services } = await read();
    const caddyfile = await readFile(join(PROJECT, "deploy/Caddyfile"), "utf8");
    for (const name of Object.keys(services.proxy.environment)) assert.ok(caddyfile.includes(`{$${name}:`), name);
  });
});
