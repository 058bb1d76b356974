// Keeps node_modules in step with package-lock.json, so that a clone runs without an install step.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { setupFailure } from "./failure.mjs";
import { showProgress } from "./install-progress.mjs";
import { withInstallLock } from "./install-lock.mjs";

const modifiedMs = (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs;

const readText = (path) => (existsSync(path) ? readFileSync(path, "utf8") : undefined);

const lockHash = (project) => {
  const text = readText(join(project, "package-lock.json"));
  return text === undefined ? undefined : createHash("sha256").update(text).digest("hex");
};

const stampOf = (project) => join(project, "node_modules", ".foyer-lock");

/** If the stamp can't be written (read-only image), the check is repeated at the next start. */
const writeStamp = (project, hash) => {
  try {
    writeFileSync(stampOf(project), `${hash}\n`);
  } catch {}
};

/** npm writes its own hidden lock file last, so a newer one means a finished install. */
const installedByHand = (project) => {
  const installed = modifiedMs(join(project, "node_modules", ".package-lock.json"));
  const locked = modifiedMs(join(project, "package-lock.json"));
  return installed !== undefined && locked !== undefined && installed > locked;
};

const isInStep = (project) => {
  const hash = lockHash(project);
  if (hash === undefined) return true; // Packed without a lock file: the packages were installed when it was packed.
  const stamp = readText(stampOf(project))?.trim();
  if (stamp !== undefined) return stamp === hash;
  if (!installedByHand(project)) return false;
  writeStamp(project, hash);
  return true;
};

/** Under `npm start` the very npm that runs us, else the one on the PATH. */
const npmCommand = () => {
  const path = process.env.npm_execpath;
  if (path !== undefined && basename(path) === "npm-cli.js" && existsSync(path)) {
    return { file: process.execPath, first: [path], shell: false };
  }
  return { file: "npm", first: [], shell: process.platform === "win32" };
};

const CI = ["ci", "--ignore-scripts", "--no-audit", "--no-fund"];

/** Runs npm quietly; resolves with its exit code and output. */
const runNpm = (project) =>
  new Promise((resolve) => {
    const { file, first, shell } = npmCommand();
    const npm = spawn(file, [...first, ...CI], {
      cwd: project,
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = [];
    const stop = (signal) => npm.kill(signal);
    for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => said.push(chunk));
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, stop);
    const done = (result) => {
      for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.off(signal, stop);
      resolve({ ...result, output: Buffer.concat(said).toString() });
    };
    npm.once("error", (error) => done({ error }));
    npm.once("close", (code) => done({ code }));
  });

const install = async (project) => {
  if (isInStep(project)) return; // Another launcher did it while this one waited.
  console.error("Installing packages (once), some 700 MB: one to three minutes …");
  const hash = lockHash(project);
  const endProgress = showProgress(project);
  const { code, error, output } = await runNpm(project);
  endProgress();
  if (error?.code === "ENOENT") {
    throw setupFailure("Can't find npm. It comes with Node, so install Node 24 from https://nodejs.org.");
  }
  if (code !== 0) {
    process.stderr.write(output);
    throw setupFailure(
      `The packages could not be installed (npm ci in ${project} failed${error ? `: ${error.message}` : ""}).\n` +
        "See npm's output above. The registry must be reachable and the folder must be writable.",
    );
  }
  writeStamp(project, hash);
};

/** Makes sure that node_modules matches package-lock.json; takes a few ms if it does already. */
export const ensurePackages = async (project) => {
  if (isInStep(project)) return;
  await withInstallLock(project, () => install(project));
};
