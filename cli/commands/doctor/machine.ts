import { createHash } from "node:crypto";
import { readFile, stat, statfs } from "node:fs/promises";
import { join } from "node:path";

import { nearestExisting, whyNotWritable } from "../../../server/platform/lib/folders.ts";
import { type Check, type Finding, ok, problem, warning } from "../../../server/jobs/system/checks/check.ts";

const PROJECT = join(import.meta.dirname, "../../..");
const WANTED: readonly [number, number] = [24, 7];

const node: Check = () => {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNew = major > WANTED[0] || (major === WANTED[0] && minor >= WANTED[1]);
  if (isNew) return [ok("Node", process.versions.node)];
  return [problem("Node", `${process.versions.node} is too old`, `Install Node ${WANTED.join(".")} or newer.`)];
};

const textOf = (path: string): Promise<string | undefined> => readFile(path, "utf8").catch(() => undefined);

const packages: Check = async () => {
  const lock = await textOf(join(PROJECT, "package-lock.json"));
  const stamp = await textOf(join(PROJECT, "node_modules/.foyer-lock"));
  if (lock === undefined || stamp === undefined) return [];
  if (createHash("sha256").update(lock).digest("hex") === stamp.trim()) return [ok("Packages", "up to date")];
  return [problem("Packages", "they don't match package-lock.json", "Run: npm ci --ignore-scripts")];
};

const timeZones: Check = () => {
  const known = Intl.supportedValuesOf("timeZone");
  if (known.includes("Europe/Brussels") && known.includes("Pacific/Auckland"))
    return [ok("Time zones", "known to Node")];
  const fix = "Use a version of Node with full ICU data, such as the one in the packages.";
  return [problem("Time zones", "this Node doesn't have them, so Foyer can't work out dates", fix)];
};

const dataDir: Check = async ({ config }) => {
  const folder = await nearestExisting(config.dataDir);
  if (!(await stat(folder)).isDirectory())
    return [problem("DATA_DIR", `${folder} is a file`, "Delete it, or set DATA_DIR to a folder.")];
  const name = folder === config.dataDir ? folder : `${config.dataDir} (created at first start)`;
  const code = await whyNotWritable(folder);
  if (code === undefined) return [ok("DATA_DIR", name)];
  const fix = "Make the user that runs Foyer its owner (chown), or set DATA_DIR to a folder that user can write to.";
  return [problem("DATA_DIR", `this user can't write to ${folder} (${code})`, fix)];
};

const secretFile: Check = async ({ config }) => {
  const path = join(config.dataDir, "secret.key");
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || config.secretKey !== undefined) return [];
  const mode = (found.mode & 0o777).toString(8).padStart(4, "0");
  if (found.size < 32)
    return [problem("secret.key", "it is damaged: too short", `Delete ${path}. The next start creates a new one.`)];
  if ((found.mode & 0o177) === 0) return [ok("secret.key", `mode ${mode}`)];
  return [problem("secret.key", `mode ${mode} lets others read the key that signs links`, `Run: chmod 600 ${path}`)];
};

const MB = 1_000_000;

/** The finding about this much free disk space. */
export const judgeSpace = (folder: string, free: number): Finding => {
  const found = `${Math.floor(free / MB).toLocaleString("en")} MB free at ${folder}`;
  const fix = "Free some space, or move the folder to a larger disk. Do not delete anything in pg/.";
  if (free < 200 * MB) return problem("Disk", found, fix);
  return free < 1000 * MB ? warning("Disk", found, fix) : ok("Disk", found);
};

const disk: Check = async ({ config }) => {
  const folder = await nearestExisting(config.dataDir);
  const { bavail, bsize } = await statfs(folder);
  return [judgeSpace(folder, bavail * bsize)];
};

/** Checks of the machine and its folders. */
export const machineChecks: readonly Check[] = [node, packages, timeZones, dataDir, secretFile, disk];
