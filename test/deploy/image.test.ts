import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readFile, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { urlOf } from "../cli/foyer.ts";
import { cleanUp, COMPILED, makeFolder, undoLater, until } from "../support/run/process.ts";
import { makeWorld, type World } from "../support/world.ts";
import { copied, PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);

let world: World;
let folder: string;

/** The packages that an installation without those of development has. */
const packages = async (): Promise<string[]> => {
  const lock = JSON.parse(await readFile(join(PROJECT, "package-lock.json"), "utf8"));
  const all = Object.entries<Record<string, boolean>>(lock.packages);
  return all
    .filter(([path, { dev }]) => /^node_modules\/[^/]+(\/[^/]+)?$/.test(path) && dev !== true)
    .map(([path]) => path);
};

// The image as the Dockerfile makes it, but for its Node: the same files, and of the packages those of production.
before(async () => {
  world = await makeWorld();
  folder = await makeFolder();
  for (const path of copied()) await cp(join(PROJECT, path), join(folder, path), { recursive: true });
  for (const path of await packages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await symlink(join(PROJECT, path), join(folder, path)).catch(() => undefined); // Of another platform.
  }
  await mkdir(join(folder, "dist/web"), { recursive: true });
});
after(async () => {
  await cleanUp();
  await world.close();
});

/** The health check's exit code and words. */
const health = async (settings: Record<string, string>): Promise<{ code: number; stderr: string }> => {
  const env = { PATH: process.env["PATH"], ...settings };
  return run(process.execPath, [join(folder, "deploy/healthcheck.mjs")], { env }).then(
    ({ stderr }) => ({ code: 0, stderr }),
    (error: { code: number; stderr: string }) => error,
  );
};

/** The service with these settings, on a port that the system chooses. */
const start = async (
  settings: Record<string, string> = {},
): Promise<{ PORT: string; stop: () => Promise<unknown> }> => {
  const service = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
  const env = { PATH: process.env["PATH"], ...COMPILED, NODE_ENV: "production", ...service, PORT: "0", ...settings };
  const child = spawn(process.execPath, [join(folder, "bin/foyer.mjs"), "start"], { env, stdio: "pipe" });
  const ended = once(child, "exit");
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (said += chunk.toString()));
  undoLater(() => child.kill("SIGKILL"));
  const PORT = await until("the greeting with its address", async () => {
    assert.equal(child.exitCode, null, said);
    return /^ {2}(?:Open|Health) +https?:\/\/[^/\s]+:(\d+)/m.exec(said)?.[1];
  });
  const stop = async (): Promise<unknown> => {
    child.kill("SIGTERM");
    return (await ended)[0];
  };
  return { PORT, stop };
};

describe("The image's files", () => {
  it("suffice: the service starts from them, is healthy, and ends with 0 on SIGTERM", async () => {
    const { PORT, stop } = await start();
    assert.equal((await health({ PORT })).code, 0);
    assert.equal(await stop(), 0);
    const { code, stderr } = await health({ PORT });
    assert.deepEqual([code, stderr], [1, "/healthz cannot be reached: ECONNREFUSED\n"]);
  });

  it("are healthy over HTTPS too, with a certificate that is for another name", async () => {
    await run(process.execPath, [join(folder, "bin/foyer.mjs"), "tls", "--name", "foyer.lan"], {
      env: { PATH: process.env["PATH"], DATA_DIR: folder },
    });
    const tls = { TLS_CERT: join(folder, "tls/server.crt"), TLS_KEY: join(folder, "tls/server.key") };
    const { PORT, stop } = await start(tls);
    assert.equal((await health({ PORT, ...tls })).code, 0);
    assert.equal((await health({ PORT })).code, 1);
    await stop();
  });

  it("answer every command's help", async () => {
    const { stdout } = await run(process.execPath, [join(folder, "bin/foyer.mjs"), "help"], {});
    assert.match(stdout, /^ {2}start /m);
  });
});
