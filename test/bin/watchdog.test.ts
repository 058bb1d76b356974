import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { callOver, cleanUp, freePort, makeFolder, until } from "../support/run/process.ts";
import { makeProject } from "./fixture.ts";

after(cleanUp);

const PROJECT = join(import.meta.dirname, "../..");
/** A launcher that looks 20 times as often as the real one; signs of life come each second all the same. */
const PATIENCE = { lookMs: 50, silentLooksMax: 40 };
const BEYOND_MS = 1.5 * PATIENCE.lookMs * PATIENCE.silentLooksMax;

/** Does as told, one word a line. */
const SCRIPT = `
import { open } from "node:inspector";
import { createInterface } from "node:readline";
import { startHeartbeat } from "./heartbeat.ts";
const block = (ms: number): void => { for (const end = performance.now() + ms; performance.now() < end; ); };
const say = (words: string): void => console.log(words);
const tasks: Record<string, () => void> = {
  "work at the start": () => { block(${BEYOND_MS}); startHeartbeat(); say("started"); },
  start: () => { startHeartbeat(); say("started"); },
  debug: () => { open(0); startHeartbeat(); block(${BEYOND_MS}); say("debugged"); },
  hang: () => { say("hangs"); block(Infinity); },
  say: () => say("still here"),
};
process.on("SIGTERM", () => process.exit(0));
createInterface({ input: process.stdin }).on("line", (line) => tasks[line]?.());
say(String(process.pid));
`;

type Launched = {
  launcher: ChildProcess;
  script: number;
  /** Has the script do it, and waits for its answer. */
  tell: (task: string) => Promise<unknown>;
  closed: Promise<unknown[]>;
  errors(): string;
};

const launcherFor = (bin: string, project: string, script: string, args: readonly string[]): string =>
  `import { handOver } from ${JSON.stringify(join(bin, "handover.mjs"))};
   await handOver(${JSON.stringify(project)}, ${JSON.stringify(script)}, ${JSON.stringify(args)}, ${JSON.stringify(PATIENCE)});`;

const spawnLauncher = (path: string, env: NodeJS.ProcessEnv): { launcher: ChildProcess; errors: () => string } => {
  const launcher = spawn(process.execPath, [path], { env: { ...process.env, ...env }, stdio: "pipe" });
  let said = "";
  launcher.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { launcher, errors: () => said };
};

const launch = async (): Promise<Launched> => {
  const project = await makeProject(SCRIPT);
  await cp(join(PROJECT, "server/platform/lib/async/heartbeat.ts"), join(project, "heartbeat.ts"));
  const path = join(project, "launcher.mjs");
  await writeFile(path, launcherFor(join(project, "bin"), project, "script.ts", []));
  const { launcher, errors } = spawnLauncher(path, {});
  const { stdin, stdout } = launcher;
  assert.ok(stdin !== null && stdout !== null);
  const lines = createInterface({ input: stdout });
  const closed = once(launcher, "close");
  const ended = closed.then(() => assert.fail(`the launcher ended: ${errors()}`));
  ended.catch(() => undefined);
  const nextLine = async (): Promise<unknown> => (await Promise.race([once(lines, "line"), ended]))[0];
  const tell = (task: string): Promise<unknown> => {
    const answer = nextLine();
    stdin.write(`${task}\n`);
    return answer;
  };
  return { launcher, script: Number(await nextLine()), tell, closed, errors };
};

const end = async ({ launcher, closed, tell }: Launched): Promise<void> => {
  assert.equal(await tell("say"), "still here");
  launcher.kill("SIGTERM");
  assert.deepEqual(await closed, [0, null]);
};

describe("the launcher's watchdog", { concurrency: true }, () => {
  it("1: ends a script whose event loop hangs, which hears no SIGTERM, and says so as the log does", async () => {
    const launched = await launch();
    await launched.tell("start");
    assert.equal(await launched.tell("hang"), "hangs");
    launched.launcher.kill("SIGTERM");
    assert.deepEqual(await launched.closed, [1, null]);
    assert.throws(() => process.kill(launched.script, 0), /ESRCH/);
    const { level, msg } = JSON.parse(launched.errors());
    assert.equal(level, 60);
    assert.match(msg, /the event loop hung for 2 s/);
  });

  it("lets a start take its time, and leaves alone what never gave a sign of life", async () => {
    const launched = await launch();
    assert.equal(await launched.tell("work at the start"), "started");
    await end(launched);
  });

  it("leaves alone what a debugger holds", async () => {
    const launched = await launch();
    assert.equal(await launched.tell("debug"), "debugged");
    await end(launched);
  });

  it("leaves alone what was stopped, with its launcher (Ctrl-Z, a machine asleep) or without it", async () => {
    for (const withLauncher of [false, true]) {
      const launched = await launch();
      await launched.tell("start");
      if (withLauncher) launched.launcher.kill("SIGSTOP");
      process.kill(launched.script, "SIGSTOP");
      await delay(BEYOND_MS);
      if (withLauncher) launched.launcher.kill("SIGCONT");
      process.kill(launched.script, "SIGCONT");
      await end(launched);
    }
  });
});

/** Loaded into the service by NODE_OPTIONS: on SIGUSR2 its event loop hangs as a bad regular expression would have it. */
const HANG = `process.on("SIGUSR2", () => { for (;;); });`;

describe("a service that hangs", () => {
  it("200: is ended, and serves again as soon as its supervisor has started it again, on the same data", async (t) => {
    const [folder, PORT] = [await makeFolder(), String(await freePort())];
    const [launcher, hang] = [join(folder, "launcher.mjs"), join(folder, "hang.mjs")];
    await writeFile(launcher, launcherFor(join(PROJECT, "bin"), PROJECT, "cli/main.ts", ["start"]));
    await writeFile(hang, HANG);
    const env = { DATA_DIR: join(folder, "data"), PORT, NODE_OPTIONS: `--import=${hang}` };
    const url = `http://127.0.0.1:${PORT}`;
    const start = async () => {
      const running = spawnLauncher(launcher, env);
      t.after(() => running.launcher.kill("SIGTERM"));
      const closed = once(running.launcher, "close");
      const ready = async () => (await callOver(url, "GET", "/readyz").catch(() => undefined))?.status === 200;
      await until("the service", async () => (await ready()) || undefined);
      const isStart = (line: string): boolean => line.includes('"started"') && line.endsWith("}");
      const started = await until("its line", async () => running.errors().split("\n").find(isStart));
      return { ...running, closed, pid: Number(JSON.parse(started).pid) };
    };
    const first = await start();
    process.kill(first.pid, "SIGUSR2");
    assert.deepEqual(await first.closed, [1, null]);
    assert.match(first.errors(), /the event loop hung/);
    // What Restart=always does.
    const second = await start();
    second.launcher.kill("SIGTERM");
    assert.deepEqual(await second.closed, [0, null]);
  });
});
