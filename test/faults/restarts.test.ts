import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { urlOf } from "../cli/foyer.ts";
import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { connectTo } from "../support/run/lock.ts";
import { cleanUp, freePort, makeFolder, type Running, startReady, undoLater, until } from "../support/run/process.ts";
import { LONG, roundsOf } from "../support/run/size.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../support/world.ts";

/** FOYER_LONG=1 runs its long form, FOYER_PART=1/5 a part of it. */
const ROUNDS = roundsOf(10, 100);
const CLIENTS = 4;
/** Between two sign-ins of a client: a process must start beside them. */
const PAUSE_MS = 25;
const AT_WORK = 20;
const EXIT_MS_MAX = 15_000;
/** From start to ready; the promise's own figure binds its long form, a gate on a busy machine is given more. */
const READY_MS_MAX = LONG ? 3_000 : 30_000;
const NGINX = "/usr/sbin/nginx";
const MISSING = "Restarts are tried behind nginx. Install it (Debian: apt-get install nginx).";

let world: World;
before(async () => {
  world = await makeWorld();
});
after(async () => {
  await cleanUp();
  await world.close();
});

/** Two processes behind nginx; nothing is tried again, so that a failure of one is seen. */
const configOf = (folder: string, port: number, ports: readonly number[], down: number | undefined): string => {
  const servers = ports.map((one) => `server 127.0.0.1:${one} max_fails=0${one === down ? " down" : ""};`).join(" ");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `${kind}_temp_path ${join(folder, kind)};`)
    .join(" ");
  return `${process.getuid?.() === 0 ? "user root;" : ""} daemon off; worker_processes 1;
pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
events {}
http {
  ${temporary} access_log off;
  upstream foyer { ${servers} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://foyer; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_next_upstream off;
    }
  }
}
`;
};

const workersOf = async ({ pid }: ChildProcess): Promise<Set<string>> => {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return new Set(text.split(" ").filter((one) => one !== ""));
};

const startNginx = async (ports: readonly number[]) => {
  const find = async (): Promise<true | undefined> => ((await isRunnable(NGINX)) ? true : undefined);
  await findOrInstall(find, MISSING, "nginx");
  const [folder, port] = [await makeFolder(), await freePort()];
  const file = join(folder, "nginx.conf");
  await writeFile(file, configOf(folder, port, ports, undefined));
  const nginx = spawn(NGINX, ["-p", folder, "-c", file, "-e", join(folder, "error.log")], { stdio: "ignore" });
  const ended = once(nginx, "exit");
  undoLater(async () => {
    nginx.kill("SIGQUIT");
    await ended;
  });
  await until("nginx", async () => ((await workersOf(nginx)).size > 0 ? true : undefined));
  /** Takes one process out, or all in; what was begun by the workers before is finished then. */
  const without = async (down: number | undefined): Promise<void> => {
    const old = await workersOf(nginx);
    await writeFile(file, configOf(folder, port, ports, down));
    nginx.kill("SIGHUP");
    await until("the workers before to end", async () => {
      const now = await workersOf(nginx);
      return now.size > 0 && now.isDisjointFrom(old) ? true : undefined;
    });
  };
  return { port, without };
};

type Sent = { acknowledged: Set<string>; failures: string[]; ending: boolean };

const signIn = async (port: number, body: string, headers: Record<string, string>): Promise<number | undefined> => {
  const agent = new Agent();
  const sent = request({ host: "127.0.0.1", port, path: "/api/visitors", method: "POST", agent, headers });
  sent.end(body);
  const [answer] = await once(sent, "response");
  answer.resume();
  await once(answer, "end");
  return answer.statusCode;
};

const client = async (
  port: number,
  who: number,
  place: { location: string; as: object },
  sent: Sent,
): Promise<void> => {
  for (let n = 0; !sent.ending; n += 1) {
    const name = `visitor-${who}-${n}`;
    const body = JSON.stringify({ company_id: place.location, first_name: name });
    const headers = { ...place.as, "content-type": "application/json" };
    const status = await signIn(port, body, headers).catch((error: NodeJS.ErrnoException) => error.code);
    if (status === 200) sent.acknowledged.add(name);
    else sent.failures.push(`${name}: ${status}`);
    await delay(PAUSE_MS);
  }
};

const storedIn = async (location: string): Promise<Set<string>> => {
  const checking = await connectTo(world);
  const { rows } = await checking.query("select first_name as name from visits where company_id = $1", [location]);
  await checking.end();
  return new Set(rows.map(({ name }) => name));
};

describe("two processes behind nginx, restarted one after the other under load", () => {
  it(`200: ${ROUNDS} restarts, 0 requests reset or answered with another status, 0 acknowledged visits lost`, async (test) => {
    const location = await buildLocation(world);
    const place = { location, as: await buildKey(world, [location]) };
    const ports = [await freePort(), await freePort()];
    const shared = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
    const start = (port: number): Promise<Running> => startReady({ ...shared, PORT: String(port) });
    const running = new Map<number, Running>();
    for (const port of ports) running.set(port, await start(port));
    const nginx = await startNginx(ports);
    const sent: Sent = { acknowledged: new Set(), failures: [], ending: false };
    const clients = Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(nginx.port, n, place, sent)));
    const figures: { exitMs: number; readyMs: number }[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const goal = sent.acknowledged.size + AT_WORK;
      await until("sign-ins", async () => (sent.acknowledged.size >= goal ? true : undefined));
      const port = ports[round % 2] ?? 0;
      await nginx.without(port);
      const began = performance.now();
      await running.get(port)?.kill("SIGTERM");
      const ended = performance.now();
      running.set(port, await start(port));
      figures.push({ exitMs: ended - began, readyMs: performance.now() - ended });
      await nginx.without(undefined);
    }
    sent.ending = true;
    await clients;
    const stored = await storedIn(location);
    assert.deepEqual(sent.failures, []);
    assert.deepEqual([...sent.acknowledged.difference(stored)], [], "every acknowledged visit is there");
    const exitMs = Math.max(...figures.map((one) => one.exitMs));
    assert.ok(exitMs <= EXIT_MS_MAX, `an exit took ${exitMs} ms`);
    const readyMs = figures.map((one) => one.readyMs).toSorted((a, b) => a - b);
    const [median = 0, longest = 0] = [readyMs[Math.floor(readyMs.length / 2)], readyMs.at(-1)];
    assert.ok(longest <= READY_MS_MAX, `start to ready took ${longest} ms`);
    test.diagnostic(
      `${sent.acknowledged.size} sign-ins, 0 failed; exit ${Math.round(exitMs)} ms at most; start to ready ${Math.round(median)} ms, ${Math.round(longest)} ms at most`,
    );
  });
});
