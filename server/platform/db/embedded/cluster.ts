import { execFile } from "node:child_process";
import { chmod, lchown, mkdtemp, open, readFile, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";

import { type Binaries, MAJOR } from "./binaries.ts";
import { EmbeddedError, explainOutput } from "./errors.ts";
import { type Isolation, commandOf } from "./isolation.ts";
import { changeOwner } from "./data-folders.ts";

export const USER = "foyer";
const DRAFT = `${MAJOR}.new-`;

const majorOf = async (folder: string): Promise<string | undefined> => {
  const text = await readFile(join(folder, "PG_VERSION"), "utf8").catch(() => undefined);
  return text?.trim();
};

const otherMajor = (folder: string, major: string): EmbeddedError =>
  new EmbeddedError(
    `${folder} contains data from PostgreSQL ${major}, but this version of Foyer uses PostgreSQL ${MAJOR}.`,
    'Start the version of Foyer that created it and run "foyer backup FILE" there. Then move that folder ' +
      'away and run "foyer restore FILE" with this version.',
  );

/** Data of another major version is never ignored silently: users would take an empty database for lost data. */
const refuseOtherMajors = async (home: string): Promise<void> => {
  const names = (await readdir(home)).filter((name) => /^\d+$/.test(name));
  const hasOurs = names.includes(String(MAJOR));
  for (const name of names) {
    const major = await majorOf(join(home, name));
    if (major === undefined || major === String(MAJOR)) continue;
    // Older data beside ours was left by an upgrade; newer data means that this is a downgrade.
    if (!hasOurs || name === String(MAJOR) || Number(major) > MAJOR) throw otherMajor(join(home, name), major);
  }
};

const removeDrafts = async (home: string): Promise<void> => {
  const drafts = (await readdir(home)).filter((name) => name.startsWith(DRAFT));
  await Promise.all(drafts.map((name) => rm(join(home, name), { recursive: true, force: true })));
};

type CommandOutcome = { ok: boolean; output: string };

/**
 * The collation provider is PostgreSQL's own C.UTF-8: it folds É and Ü, and no index depends on a version of ICU.
 * LC_CTYPE still matters, for pg_trgm. Tried on 18.4: with `C` only ASCII counts as letters, `show_trgm('éöü')` and any
 * Chinese or Japanese name give `{}`, and searching for them can't use the index; with the system's C.UTF-8 they give
 * trigrams.
 */
const initdbArguments = (folder: string, ctype: string): string[] => [
  `--pgdata=${folder}`,
  `--username=${USER}`,
  "--auth=trust", // The socket is in a folder that only its owner can enter, so it needs no password.
  "--encoding=UTF8",
  "--locale=C",
  `--lc-ctype=${ctype}`,
  "--locale-provider=builtin",
  "--builtin-locale=C.UTF-8",
  "--no-instructions",
];

const runInitdb = (
  binaries: Binaries,
  isolation: Isolation,
  folder: string,
  ctype: string,
): Promise<CommandOutcome> => {
  const { file, args } = commandOf(isolation.prefix, binaries.initdb, initdbArguments(folder, ctype));
  const env = { PATH: process.env["PATH"], LC_ALL: "C", ...binaries.env };
  return new Promise((resolve) => {
    execFile(file, args, { cwd: "/", env }, (error, stdout, stderr) => {
      const reason = error !== null && stderr === "" ? error.message : "";
      resolve({ ok: error === null, output: `${stdout}${stderr}${reason}` });
    });
  });
};

const fill = async (binaries: Binaries, isolation: Isolation, folder: string): Promise<CommandOutcome> => {
  const first = await runInitdb(binaries, isolation, folder, "C.UTF-8");
  if (first.ok || !first.output.includes("invalid locale name")) return first;
  return runInitdb(binaries, isolation, folder, "C"); // For example macOS before 15.
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
};

/** By rename, so that a folder with the final name is complete, whatever was killed in between. */
const create = async (
  home: string,
  cluster: string,
  binaries: Binaries,
  isolation: Isolation,
  dataDir: string,
): Promise<void> => {
  const draft = await mkdtemp(join(home, DRAFT));
  try {
    await chmod(draft, 0o700);
    if (process.getuid?.() === 0) await lchown(draft, isolation.uid, isolation.gid);
    const { ok, output } = await fill(binaries, isolation, draft);
    if (!ok) throw explainOutput("Creating the database", output, dataDir);
    await rename(draft, cluster);
    await syncFolder(home);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/**
 * Creates the database cluster if there is none yet, otherwise checks it; resolves with its folder. Only the folder's
 * owner may call it.
 */
export const ensureCluster = async (
  dataDir: string,
  home: string,
  binaries: Binaries,
  isolation: Isolation,
): Promise<string> => {
  const cluster = join(home, String(MAJOR));
  await removeDrafts(home);
  await refuseOtherMajors(home);
  if ((await readdir(home)).includes(String(MAJOR))) {
    if ((await majorOf(cluster)) === undefined) throw incomplete(cluster);
    await changeOwner(cluster, isolation);
  } else {
    await create(home, cluster, binaries, isolation, dataDir);
  }
  return cluster;
};

const incomplete = (cluster: string): EmbeddedError =>
  new EmbeddedError(
    `${cluster} isn't a complete database: PG_VERSION is missing or unreadable.`,
    "Restore that folder from your own copy, or move it away to start with an empty database.",
  );
