import type { Command } from "./command.ts";

/** A command as the list knows it; the file that does it is only read when it is called. */
export type Entry = {
  name: string;
  summary: string;
  load(): Promise<Command | ((args: string[]) => Promise<number>)>;
};

/** Every command, in the order of the help. */
export const commands: readonly Entry[] = [
  { name: "start", summary: "run the service", load: async () => (await import("./start.ts")).start },
  {
    name: "doctor",
    summary: "check settings, database, disk and addresses; name the fixes",
    load: async () => (await import("./doctor.ts")).doctor,
  },
  {
    name: "tls",
    summary: "make a certificate for a local network",
    load: async () => (await import("./tls.ts")).makeCertificates,
  },
  {
    name: "migrate",
    summary: "bring the database to this version's schema",
    load: async () => (await import("./migrate.ts")).migrateDatabase,
  },
  // Before "backup", which would take "list" for a file.
  {
    name: "backup list",
    summary: "list the backups and restore points",
    load: async () => (await import("./backup/list.ts")).listAll,
  },
  {
    name: "backup",
    summary: "write everything into one file, beside the running service",
    load: async () => (await import("./backup/make.ts")).makeOne,
  },
  {
    name: "restore",
    summary: "put a backup, or a restore point, in place",
    load: async () => (await import("./restore.ts")).restoreOne,
  },
  {
    name: "reseal",
    summary: "after another SECRET_KEY: seal again what the one before has sealed",
    load: async () => (await import("./reseal.ts")).resealAll,
  },
  {
    name: "seed",
    summary: "fill an empty database with demo data",
    load: async () => (await import("./seed.ts")).seedCommand,
  },
  { name: "user add", summary: "create a user", load: async () => (await import("./user/add.ts")).addUser },
  {
    name: "user reset",
    summary: "give a user a new password",
    load: async () => (await import("./user/reset.ts")).resetUser,
  },
  { name: "user list", summary: "list the users", load: async () => (await import("./user/list.ts")).listUsers },
  {
    name: "location add",
    summary: "create a location",
    load: async () => (await import("./location/add.ts")).addLocation,
  },
  {
    name: "location list",
    summary: "list the locations",
    load: async () => (await import("./location/list.ts")).listLocations,
  },
  { name: "key create", summary: "make an API key", load: async () => (await import("./key/create.ts")).createKey },
  { name: "key list", summary: "list the API keys", load: async () => (await import("./key/list.ts")).listKeys },
  { name: "key revoke", summary: "end an API key", load: async () => (await import("./key/revoke.ts")).revokeKey },
  {
    name: "unblock",
    summary: "let an address in again after too many refusals",
    load: async () => (await import("./unblock.ts")).unblockAddress,
  },
  {
    name: "verify",
    summary: "tell whether a signed agreement is unaltered",
    load: async () => (await import("./verify.ts")).verifyDocument,
  },
  {
    name: "audit verify",
    summary: "find whatever was changed in the audit log",
    load: async () => (await import("./audit/verify.ts")).verifyAudit,
  },
  {
    name: "retention run",
    summary: "erase now what locations keep no longer",
    load: async () => (await import("./retention/run.ts")).runRetention,
  },
  {
    name: "outbox",
    summary: "list mails and SMS, and why one has not gone out",
    load: async () => (await import("./outbox.ts")).listOutbox,
  },
  {
    name: "mail test",
    summary: "send one mail and say what the server answered",
    load: async () => (await import("./mail/test.ts")).testMail,
  },
  {
    name: "openapi",
    summary: "print the description of the interface",
    load: async () => (await import("./openapi.ts")).printOpenApi,
  },
];
