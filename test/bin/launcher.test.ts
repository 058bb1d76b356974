import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, it } from "node:test";

import { NO_TERMINAL, findOldNode, makeProject, nodeThatMayNotWrite } from "./fixture.ts";

/** Says which Node it is and what it was given, then does as told. */
const SCRIPT = `
import { onParentExit } from "./parent.ts";
const [task, ...rest]: string[] = process.argv.slice(2);
const say = (words: string): void => console.log(words);
let times = 0;
const keepAlive = setInterval(() => {}, 1000);
if (task === "count") {
  let count = 0;
  process.on("SIGINT", () => { if (++count === 1) setTimeout(() => { say("counted " + count); process.exit(0); }, 300); });
}
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
  if (task !== "die" && task !== "count") process.on(signal, () => { say(signal + " " + ++times); process.exit(7); });
}
onParentExit(() => { say("parent gone"); process.exit(0); });
say(JSON.stringify({ node: process.versions.node, pid: process.pid, rest, flags: process.execArgv, heaps: process.env.MALLOC_ARENA_MAX }));
if (task === "code") process.exit(Number(rest[0]));
if (task === "end") clearInterval(keepAlive);
`;

type Hello = { node: string; pid: number; rest: string[]; flags: string[]; heaps: string };

type Launched = {
  launcher: ChildProcess;
  hello: Promise<Hello>;
  lines: string[];
  errors: string[];
  closed: Promise<unknown[]>;
};

const launch = (node: string[], project: string, args: string[], env: NodeJS.ProcessEnv = {}): Launched => {
  const [file = "node", ...first] = node;
  const launcher = spawn(file, [...first, join(project, "bin/run.mjs"), "script.ts", ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const errors: string[] = [];
  const reader = createInterface({ input: launcher.stdout });
  const hello = once(reader, "line").then(([line]): Hello => JSON.parse(String(line)));
  hello.catch(() => {});
  reader.on("line", (line) => lines.push(line));
  launcher.stderr.on("data", (chunk: Buffer) => errors.push(chunk.toString()));
  return { launcher, hello, lines, errors, closed: once(launcher, "close") };
};

describe("the launcher", () => {
  it("runs the script on the pinned Node when its own is old, with its arguments", async () => {
    const project = await makeProject(SCRIPT);
    const { launcher, hello, closed } = launch(await findOldNode(project), project, ["end", "a b", "-c"]);
    const { node, rest, pid } = await hello;
    assert.ok(Number.parseInt(node, 10) >= 24);
    assert.deepEqual(rest, ["a b", "-c"]);
    assert.notEqual(pid, launcher.pid);
    assert.deepEqual(await closed, [0, null]);
  });

  it("runs the script on its own Node when that will do, with bounded heaps", async () => {
    const project = await makeProject(SCRIPT);
    const { launcher, hello } = launch([process.execPath], project, ["end", "x"]);
    const { pid, rest, node, flags, heaps } = await hello;
    assert.notEqual(pid, launcher.pid);
    assert.deepEqual({ node, rest }, { node: process.versions.node, rest: ["x"] });
    assert.ok(flags.some((flag: string) => flag.startsWith("--max-old-space-size=")));
    assert.equal(heaps, "2");
  });

  it("ends with the script's code", async () => {
    const project = await makeProject(SCRIPT);
    const { closed } = launch(await findOldNode(project), project, ["code", "42"]);
    assert.deepEqual(await closed, [42, null]);
  });

  it("passes SIGTERM, SIGINT and SIGHUP on, once each", async () => {
    const project = await makeProject(SCRIPT);
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
      const { launcher, hello, lines, closed } = launch(await findOldNode(project), project, ["stay"]);
      await hello;
      launcher.kill(signal);
      assert.deepEqual(await closed, [7, null]);
      assert.deepEqual(lines.slice(1), [`${signal} 1`]);
    }
  });

  it("lets Ctrl-C in a terminal reach the script once, not twice", { skip: NO_TERMINAL }, async () => {
    const project = await makeProject(SCRIPT);
    const command = [...(await findOldNode(project)), join(project, "bin/run.mjs"), "script.ts", "count"];
    const terminal = spawn("script", ["-qec", command.join(" "), "/dev/null"], {
      stdio: ["pipe", "pipe", "ignore"],
    });
    const said: string[] = [];
    for await (const line of createInterface({ input: terminal.stdout })) {
      if (line.startsWith("{")) terminal.stdin.write("\u0003");
      said.push(line);
    }
    assert.match(said.join("\n"), /counted 1$/m);
  });

  it("ends by the signal that ended the script", async () => {
    const project = await makeProject(SCRIPT);
    const { launcher, hello, closed } = launch(await findOldNode(project), project, ["die"]);
    await hello;
    launcher.kill("SIGTERM");
    assert.deepEqual(await closed, [null, "SIGTERM"]);
  });

  it("is missed by the script when killed with -9", async () => {
    const project = await makeProject(SCRIPT);
    const { launcher, hello, lines, closed } = launch(await findOldNode(project), project, ["stay"]);
    await hello;
    launcher.kill("SIGKILL");
    await closed; // The script's end of the pipe included.
    assert.deepEqual(lines.slice(1), ["parent gone"]);
  });

  it("names what to install when there is no Node that will do", async () => {
    const project = await makeProject(SCRIPT, false);
    const { errors, closed } = launch(await findOldNode(project), project, ["end"]);
    assert.deepEqual(await closed, [1, null]);
    assert.match(errors.join(""), /needs Node 24\.7 or newer.*\n.*Install Node 24/);
    assert.doesNotMatch(errors.join(""), /at .*\.mjs/);
  });
});

const LOCK = JSON.stringify({
  name: "tried",
  version: "1.0.0",
  lockfileVersion: 3,
  packages: { "": { name: "tried", version: "1.0.0" } },
});

/** Counts its calls, and does what npm would: nothing to install, a hidden lock file at the end. */
const NPM = `#!/bin/sh
echo called >> "$COUNT"
sleep 0.3
mkdir -p node_modules
echo '{}' > node_modules/.package-lock.json
[ -z "$NPM_FAILS" ] || { echo "npm error code E404"; exit 1; }
`;

const makeNpm = async (project: string): Promise<NodeJS.ProcessEnv> => {
  await writeFile(join(project, "npm"), NPM);
  await chmod(join(project, "npm"), 0o755);
  await writeFile(join(project, "package-lock.json"), LOCK);
  return {
    PATH: `${project}:${process.env["PATH"]}`,
    COUNT: join(project, "count"),
    npm_execpath: "",
  };
};

const callsOf = async (project: string): Promise<number> => {
  const text = await readFile(join(project, "count"), "utf8").catch(() => "");
  return text.split("called").length - 1;
};

describe("the launcher's install", () => {
  it("happens once, also when two start at the same instant, and again when the lock file changes", async () => {
    const project = await makeProject(SCRIPT, false);
    const env = await makeNpm(project);
    const run = (): Promise<unknown[]> => launch([process.execPath], project, ["code", "0"], env).closed;
    assert.deepEqual(await Promise.all([run(), run()]), [
      [0, null],
      [0, null],
    ]);
    await run();
    assert.equal(await callsOf(project), 1);
    await writeFile(join(project, "package-lock.json"), `${LOCK}\n`);
    await run();
    assert.equal(await callsOf(project), 2);
  });

  it("is not needed when npm was run by hand, even where nothing can be written", async () => {
    const project = await makeProject(SCRIPT, false);
    const env = await makeNpm(project);
    await mkdir(join(project, "node_modules"));
    await writeFile(join(project, "node_modules/.package-lock.json"), "{}");
    await utimes(join(project, "package-lock.json"), 1, 1);
    const node = await nodeThatMayNotWrite(project);
    for (const stamp of [false, true]) {
      if (stamp) await launch([process.execPath], project, ["code", "0"], env).closed;
      assert.equal(existsSync(join(project, "node_modules/.foyer-lock")), stamp);
      assert.deepEqual(await launch(node, project, ["code", "0"], env).closed, [0, null]);
    }
    assert.equal(await callsOf(project), 0);
  });

  it("shows npm's own words when it fails", async () => {
    const project = await makeProject(SCRIPT, false);
    const env = { ...(await makeNpm(project)), NPM_FAILS: "1" };
    const { errors, closed } = launch([process.execPath], project, ["end"], env);
    assert.deepEqual(await closed, [1, null]);
    assert.match(
      errors.join(""),
      /^Installing packages \(once\), some 700 MB: one to three minutes …\nnpm error code E404\nThe packages could not/,
    );
  });

  it("goes on after a launcher that was killed in the middle of one", async () => {
    const project = await makeProject(SCRIPT, false);
    const env = await makeNpm(project);
    const killed = launch([process.execPath], project, ["end"], env);
    await once(killed.launcher.stderr ?? killed.launcher, "data");
    killed.launcher.kill("SIGKILL");
    await once(killed.launcher, "exit");
    assert.deepEqual(await launch([process.execPath], project, ["code", "0"], env).closed, [0, null]);
    assert.match(await readFile(join(project, "node_modules/.foyer-lock"), "utf8"), /^[0-9a-f]{64}\n$/);
  });
});
