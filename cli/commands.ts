import type { Command } from "./lib/command.ts";

/** A command as the list knows it; the file that does it is only read when it is called. */
export type CommandEntry = {
  name: string;
  summary: string;
  load(): Promise<Command | ((args: string[]) => Promise<number>)>;
};

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  { name: "start", summary: "run Foyer", load: async () => (await import("./commands/start.ts")).start },
  {
    name: "doctor",
    summary: "check settings, database, disk and addresses, and suggest fixes",
    load: async () => (await import("./commands/doctor.ts")).doctor,
  },
  {
    name: "tls",
    summary: "create a certificate for a local network",
    load: async () => (await import("./commands/tls.ts")).makeCertificates,
  },
  {
    name: "migrate",
    summary: "update the database to this version's schema",
    load: async () => (await import("./commands/migrate.ts")).migrateDatabase,
  },
  // Before "backup", which would take "list" for a file.
  {
    name: "backup list",
    summary: "list the backups and restore points",
    load: async () => (await import("./commands/backup/list.ts")).listAll,
  },
  {
    name: "backup",
    summary: "back up everything to one file, while Foyer runs",
    load: async () => (await import("./commands/backup/make.ts")).makeOne,
  },
  {
    name: "restore",
    summary: "restore a backup or a restore point",
    load: async () => (await import("./commands/restore.ts")).restoreOne,
  },
  {
    name: "reseal",
    summary: "after changing SECRET_KEY: seal existing data with the new key",
    load: async () => (await import("./commands/reseal.ts")).resealAll,
  },
  {
    name: "seed",
    summary: "fill an empty database with demo data",
    load: async () => (await import("./commands/seed.ts")).seedCommand,
  },
  { name: "user add", summary: "create a user", load: async () => (await import("./commands/user/add.ts")).addUser },
  {
    name: "user reset",
    summary: "reset a user's password",
    load: async () => (await import("./commands/user/reset.ts")).resetUser,
  },
  {
    name: "user list",
    summary: "list the users",
    load: async () => (await import("./commands/user/list.ts")).listUsers,
  },
  {
    name: "location add",
    summary: "create a location",
    load: async () => (await import("./commands/location/add.ts")).addLocation,
  },
  {
    name: "location list",
    summary: "list the locations",
    load: async () => (await import("./commands/location/list.ts")).listLocations,
  },
  {
    name: "key create",
    summary: "create an API key",
    load: async () => (await import("./commands/key/create.ts")).createKey,
  },
  {
    name: "key list",
    summary: "list the API keys",
    load: async () => (await import("./commands/key/list.ts")).listKeys,
  },
  {
    name: "key revoke",
    summary: "revoke an API key",
    load: async () => (await import("./commands/key/revoke.ts")).revokeKey,
  },
  {
    name: "unblock",
    summary: "unblock an address after too many refused credentials",
    load: async () => (await import("./commands/unblock.ts")).unblockAddress,
  },
  {
    name: "verify",
    summary: "check that a signed agreement hasn't been altered",
    load: async () => (await import("./commands/verify.ts")).verifyDocument,
  },
  {
    name: "audit verify",
    summary: "check the audit log for tampering",
    load: async () => (await import("./commands/audit/verify.ts")).verifyAudit,
  },
  {
    name: "retention run",
    summary: "erase now whatever is past its retention period",
    load: async () => (await import("./commands/retention/run.ts")).runRetention,
  },
  {
    name: "outbox",
    summary: "list emails and SMS, and why any haven't been sent",
    load: async () => (await import("./commands/outbox.ts")).listOutbox,
  },
  {
    name: "mail test",
    summary: "send a test email and show the server's reply",
    load: async () => (await import("./commands/mail/test.ts")).testMail,
  },
  {
    name: "openapi",
    summary: "print the API description (OpenAPI)",
    load: async () => (await import("./commands/openapi.ts")).printOpenApi,
  },
];
