import type { Command } from "./lib/command.ts";

/** A command in the list; its file is only loaded when it runs. */
export type CommandEntry = { name: string; summary: string; load: () => Promise<{ command: Command }> };

/** Every command, in the order of the help. */
export const commands: readonly CommandEntry[] = [
  { name: "start", summary: "run Foyer", load: () => import("./commands/start.ts") },
  {
    name: "doctor",
    summary: "check settings, database, disk and addresses, and suggest fixes",
    load: () => import("./commands/doctor.ts"),
  },
  {
    name: "tls",
    summary: "create a certificate for a local network",
    load: () => import("./commands/tls.ts"),
  },
  {
    name: "migrate",
    summary: "update the database to this version's schema",
    load: () => import("./commands/migrate.ts"),
  },
  // Before "backup", which would take "list" for a file.
  {
    name: "backup list",
    summary: "list the backups and restore points",
    load: () => import("./commands/backup/list.ts"),
  },
  {
    name: "backup",
    summary: "back up everything to one file, while Foyer runs",
    load: () => import("./commands/backup/make.ts"),
  },
  {
    name: "restore",
    summary: "restore a backup or a restore point",
    load: () => import("./commands/restore.ts"),
  },
  {
    name: "reseal",
    summary: "after changing SECRET_KEY: seal existing data with the new key",
    load: () => import("./commands/reseal.ts"),
  },
  {
    name: "seed",
    summary: "fill an empty database with demo data",
    load: () => import("./commands/seed.ts"),
  },
  { name: "user add", summary: "create a user", load: () => import("./commands/user/add.ts") },
  {
    name: "user reset",
    summary: "reset a user's password, or their second factors",
    load: () => import("./commands/user/reset.ts"),
  },
  {
    name: "user list",
    summary: "list the users",
    load: () => import("./commands/user/list.ts"),
  },
  {
    name: "location add",
    summary: "create a location",
    load: () => import("./commands/location/add.ts"),
  },
  {
    name: "location list",
    summary: "list the locations",
    load: () => import("./commands/location/list.ts"),
  },
  {
    name: "directory list",
    summary: "list the directories that people come from",
    load: () => import("./commands/directory/list.ts"),
  },
  {
    name: "directory sync",
    summary: "read a directory now, or show what would change",
    load: () => import("./commands/directory/sync.ts"),
  },
  {
    name: "key create",
    summary: "create an API key",
    load: () => import("./commands/key/create.ts"),
  },
  {
    name: "key list",
    summary: "list the API keys",
    load: () => import("./commands/key/list.ts"),
  },
  {
    name: "key revoke",
    summary: "revoke an API key",
    load: () => import("./commands/key/revoke.ts"),
  },
  {
    name: "import",
    summary: "bring in hosts, registered visitors or a visitor log from a file",
    load: () => import("./commands/import.ts"),
  },
  {
    name: "index",
    summary: "make what filters of the visitor log look in",
    load: () => import("./commands/index-visits.ts"),
  },
  {
    name: "unblock",
    summary: "unblock an address after too many refused credentials",
    load: () => import("./commands/unblock.ts"),
  },
  {
    name: "verify",
    summary: "check that a signed agreement hasn't been altered",
    load: () => import("./commands/verify.ts"),
  },
  {
    name: "audit verify",
    summary: "check the audit log for tampering",
    load: () => import("./commands/audit/verify.ts"),
  },
  {
    name: "retention run",
    summary: "erase now whatever is past its retention period",
    load: () => import("./commands/retention/run.ts"),
  },
  {
    name: "outbox",
    summary: "list emails and SMS, and why any haven't been sent",
    load: () => import("./commands/outbox.ts"),
  },
  {
    name: "mail test",
    summary: "send a test email and show the server's reply",
    load: () => import("./commands/mail/test.ts"),
  },
  {
    name: "openapi",
    summary: "print the API description (OpenAPI)",
    load: () => import("./commands/openapi.ts"),
  },
];
