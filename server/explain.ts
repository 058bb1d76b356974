import { DatabaseError } from "pg";

import { ConfigError } from "./config.ts";
import { EmbeddedError, InUseError } from "./db/embedded/errors.ts";
import { MigrationError } from "./db/migrate.ts";
import { BuildError } from "../web/build.ts";

/** Where the service was to listen, for the words about it. */
type Listening = { host?: string | undefined; port?: number | undefined };

const textOf = (error: Error, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : "";
};

const cannotUse = (code: string): string =>
  `The database at DATABASE_URL cannot be used (${code}). Check host, port, user, password and database name.`;

/** By error code: what the system, TLS or PostgreSQL mean by it. */
const BY_CODE: readonly [codes: RegExp, words: (code: string, listening: Listening) => string][] = [
  [/^(57P0.|EPIPE|ECONNRESET)$/, () => "The connection to the database was lost meanwhile. Do it again."],
  [/^EADDRINUSE$/, (_, { port }) => `Port ${port} is in use. Stop the other program, or set PORT to another one.`],
  [
    /^EADDRNOTAVAIL$/,
    (_, { host }) => `This machine has no address ${host}. Set HOST to one of its own, or to 0.0.0.0 for all.`,
  ],
  [/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|28P01|28000|3D000)$/, cannotUse],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, cannotUse],
  [/^53300$/, () => "The database has no connection left for Foyer. Raise its max_connections, or stop other clients."],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/,
    (code) =>
      `The certificate of the database at DATABASE_URL is not accepted (${code}). Add sslrootcert=FILE with its authority to the URL.`,
  ],
  [
    /^ERR_OSSL/,
    (code) =>
      `TLS_CERT and TLS_KEY cannot be used (${code}). Give PEM files of a certificate and of the key that belongs to it.`,
  ],
];

const byMessage = (message: string): string | undefined => {
  if (/timeout expired|timeout exceeded when trying to connect/.test(message)) return cannotUse("it does not answer");
  if (/Connection terminated/.test(message)) return "The connection to the database was lost meanwhile. Do it again.";
  if (/does not support SSL/.test(message))
    return "The database at DATABASE_URL offers no TLS. Turn it on there, or leave sslmode out of the URL.";
  if (/unsupported startup parameter/.test(message))
    return "The pooler in front of the database refuses Foyer's time-outs. Add statement_timeout, lock_timeout and idle_in_transaction_session_timeout to its ignore_startup_parameters.";
  return undefined;
};

const byCode = (error: Error, listening: Listening): string | undefined => {
  const code = textOf(error, "code");
  const isListen = textOf(error, "syscall") === "listen";
  if (code === "ENOENT" && textOf(error, "syscall") === "connect") return cannotUse("there is no such socket");
  if (code === "EACCES" && isListen)
    return `Port ${listening.port} cannot be opened by this user. Set PORT to 1024 or above.`;
  if (code === "ENOTFOUND" && textOf(error, "hostname") === listening.host)
    return `HOST names "${listening.host}", which is no address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`;
  return BY_CODE.find(([codes]) => codes.test(code))?.[1](code, listening);
};

const ELSEWHERE = "or name another folder (DATA_DIR, BACKUP_DIR, or the file in the command)";

/** What the file system refuses, by error code. @param path empty where the system names none */
const BY_FILE_CODE: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk${path && ` that holds ${path}`} is full. Free some space, ${ELSEWHERE}.`,
  EDQUOT: (path) => `The quota of the disk${path && ` that holds ${path}`} is used up. Free some space, ${ELSEWHERE}.`,
  EACCES: (path) => `${path} cannot be read or written by this user. Give it the folder (chown), ${ELSEWHERE}.`,
  EPERM: (path) => `${path} cannot be read or written by this user. Give it the folder (chown), ${ELSEWHERE}.`,
  EROFS: (path) => `${path} is on a file system that is read-only. Mount it for writing, ${ELSEWHERE}.`,
  ENOTDIR: (path) => `${path} is a file, or lies below one, and a folder is needed. Remove it, ${ELSEWHERE}.`,
  ENOENT: (path) => `${path} is not there, and cannot be made. Check its spelling, ${ELSEWHERE}.`,
};

/** A write that finds no room names no path. */
const WITHOUT_PATH = new Set(["ENOSPC", "EDQUOT"]);

/** Any other refusal of the system is the operator's to mend, too: its own words, which name call and path. */
const bySystem = (error: Error): string | undefined => {
  const [syscall, path, code] = [textOf(error, "syscall"), textOf(error, "path"), textOf(error, "code")];
  if (syscall === "") return undefined;
  const isKnown = !syscall.startsWith("spawn") && (path !== "" || WITHOUT_PATH.has(code));
  return (isKnown ? BY_FILE_CODE[code]?.(path) : undefined) ?? `The system refused: ${error.message}.`;
};

/** What went wrong, in words for whoever started it; undefined when it is not one of the expected causes. */
export const explain = (error: unknown, listening: Listening = {}): string | undefined => {
  if (error instanceof InUseError) return error.message;
  if (error instanceof EmbeddedError) return `${error.message}\n${error.fix}`;
  if (error instanceof ConfigError || error instanceof MigrationError || error instanceof BuildError)
    return error.message;
  if (!(error instanceof Error)) return undefined;
  const words = byMessage(error.message) ?? byCode(error, listening) ?? bySystem(error);
  if (words !== undefined || !(error instanceof DatabaseError)) return words;
  const rights =
    error.code === "42501" ? " The role in DATABASE_URL lacks a right; docs/backup.md lists what it needs." : "";
  return `The database refused: ${error.message} (${error.code}). See its log.${rights}`;
};
