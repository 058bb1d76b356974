import { DatabaseError } from "pg";

import { EmbeddedError, InUseError } from "./platform/db/embedded/errors.ts";
import { OperatorError } from "./platform/lib/operator-error.ts";

/** The address on which the service tried to listen, for the message. */
type ListenAddress = { host?: string | undefined; port?: number | undefined };

const textOf = (error: Error, key: string): string => {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : "";
};

const cannotUse = (reason: string): string =>
  `Can't connect to the database at DATABASE_URL: ${reason}. Check the host, port, user, password and database name.`;

/** Why a connection was refused, by error code of the system or of PostgreSQL. */
const REFUSALS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing is listening there",
  ENOTFOUND: "the host's name isn't known",
  EAI_AGAIN: "the host's name can't be looked up now",
  "28P01": "the user or the password is wrong",
  "28000": "the server doesn't let this user in",
  "3D000": "the server has no database of that name",
};

/** The meaning of errors of the system, TLS or PostgreSQL, by error code. */
const BY_CODE: readonly [codes: RegExp, words: (code: string, listening: ListenAddress) => string][] = [
  [/^(57P0.|EPIPE|ECONNRESET)$/, () => "The connection to the database was lost. Try again."],
  [
    /^EADDRINUSE$/,
    (_, { port }) => `Port ${port} is already in use. Stop the other program, or set PORT to another port.`,
  ],
  [
    /^EADDRNOTAVAIL$/,
    (_, { host }) => `This machine doesn't have the address ${host}. Set HOST to one it has, or to 0.0.0.0 for all.`,
  ],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, (code) => cannotUse(`it can't be reached (${code})`)],
  [/^53300$/, () => "The database has no free connections for Foyer. Increase max_connections, or stop other clients."],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/,
    (code) =>
      `The certificate of the database at DATABASE_URL isn't trusted (${code}). Add sslrootcert=FILE, with its certificate authority, to the URL.`,
  ],
  [
    /^ERR_OSSL/,
    (code) =>
      `TLS_CERT and TLS_KEY can't be used (${code}). Set them to PEM files: a certificate and its matching key.`,
  ],
];

const byMessage = (message: string): string | undefined => {
  if (/timeout expired|timeout exceeded when trying to connect/.test(message)) return cannotUse("it isn't responding");
  if (/Connection terminated|is not queryable/.test(message))
    return "The connection to the database was lost. Try again.";
  if (/does not support SSL/.test(message))
    return "The database at DATABASE_URL doesn't support TLS. Turn it on there, or remove sslmode from the URL.";
  if (/unsupported startup parameter/.test(message))
    return "The connection pooler in front of the database rejects Foyer's timeouts. Add statement_timeout, lock_timeout and idle_in_transaction_session_timeout to its ignore_startup_parameters.";
  return undefined;
};

const byCode = (error: Error, listening: ListenAddress): string | undefined => {
  const code = textOf(error, "code");
  const isListen = textOf(error, "syscall") === "listen";
  if (code === "ENOENT" && textOf(error, "syscall") === "connect") return cannotUse("there is no such socket");
  if (code === "EACCES" && isListen)
    return `This user isn't allowed to open port ${listening.port}. Set PORT to 1024 or above.`;
  if (code === "ENOTFOUND" && textOf(error, "hostname") === listening.host)
    return `HOST is "${listening.host}", which isn't an address of this machine. Set HOST to 127.0.0.1, or to 0.0.0.0 for all.`;
  const refusal = REFUSALS[code];
  if (refusal !== undefined) return cannotUse(`${refusal} (${code})`);
  return BY_CODE.find(([codes]) => codes.test(code))?.[1](code, listening);
};

const ELSEWHERE = "or name another folder (DATA_DIR, BACKUP_DIR, or the file in the command)";

/** The meaning of file system errors, by error code. @param path empty if the system names none */
const BY_FILE_CODE: Readonly<Record<string, (path: string) => string>> = {
  ENOSPC: (path) => `The disk${path && ` that holds ${path}`} is full. Free some space, ${ELSEWHERE}.`,
  EDQUOT: (path) => `The quota of the disk${path && ` that holds ${path}`} is used up. Free some space, ${ELSEWHERE}.`,
  EACCES: (path) => `${path} can't be read or written by this user. Change its owner (chown), ${ELSEWHERE}.`,
  EPERM: (path) => `${path} can't be read or written by this user. Change its owner (chown), ${ELSEWHERE}.`,
  EROFS: (path) => `${path} is on a read-only file system. Mount it for writing, ${ELSEWHERE}.`,
  ENOTDIR: (path) => `${path} is a file, or is inside one, but a folder is needed. Remove it, ${ELSEWHERE}.`,
  ENOENT: (path) => `${path} doesn't exist and can't be created. Check its spelling, ${ELSEWHERE}.`,
};

/** The error of a write without space names no path. */
const WITHOUT_PATH = new Set(["ENOSPC", "EDQUOT"]);

/** The operator must also fix any other system error: its own message names the call and the path. */
const bySystem = (error: Error): string | undefined => {
  const [syscall, path, code] = [textOf(error, "syscall"), textOf(error, "path"), textOf(error, "code")];
  if (syscall === "") return undefined;
  const isKnown = !syscall.startsWith("spawn") && (path !== "" || WITHOUT_PATH.has(code));
  return (isKnown ? BY_FILE_CODE[code]?.(path) : undefined) ?? `The system returned an error: ${error.message}.`;
};

/** What went wrong, in words for the operator; undefined if the cause is not an expected one. */
export const explainError = (error: unknown, listening: ListenAddress = {}): string | undefined => {
  if (error instanceof InUseError) return error.message;
  if (error instanceof EmbeddedError) return `${error.message}\n${error.fix}`;
  if (error instanceof OperatorError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const words = byMessage(error.message) ?? byCode(error, listening) ?? bySystem(error);
  if (words !== undefined || !(error instanceof DatabaseError)) return words;
  const rights =
    error.code === "42501" ? " The role in DATABASE_URL lacks a permission. docs/backup.md lists what it needs." : "";
  return `The database returned an error: ${error.message} (${error.code}). See its log.${rights}`;
};
