import { MESSAGE_KINDS } from "../../platform/channels/channels.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Instant, OneOf, Type } from "../../platform/http/contract/schemas.ts";

/** How much a finding matters. */
export const LEVELS = ["ok", "advice", "warning", "problem"] as const;

const Bytes = Type.Integer({ description: "Bytes" });

const SystemStatus = Type.Object({
  version: Type.String({ description: "Foyer's version" }),
  node: Type.String(),
  started: Instant,
  public_url: Type.String({ description: "The address in every link" }),
  database: Type.Object({
    version: Type.String({ description: "PostgreSQL's version" }),
    embedded: Type.Boolean(),
    bytes: Bytes,
    disk_full: Type.Boolean({ description: "Nothing can be saved until there is space" }),
  }),
  channels: Type.Array(
    Type.Object({
      kind: OneOf(...MESSAGE_KINDS),
      configured: Type.Boolean(),
      setting: Type.String({ description: "The setting that turns it on" }),
      waiting: Type.Integer({ description: "Queued, or being sent now, in all locations" }),
      failed: Type.Integer({ description: "Given up in the last seven days, in all locations" }),
    }),
  ),
  backup: Type.Object({
    daily: Type.Boolean(),
    newest: Type.Optional(Type.Object({ name: Type.String(), time: Instant, bytes: Bytes })),
    unusable: Type.Integer({ description: "Files in the folder that can't be restored" }),
    unreadable: Type.Optional(
      Type.String({ description: "Why the folder can't be read, as the operating system names it" }),
    ),
    free_bytes: Type.Optional(Bytes),
  }),
  checks: Type.Array(
    Type.Object({
      name: Type.String(),
      level: OneOf(...LEVELS),
      found: Type.String(),
      fix: Type.Optional(Type.String()),
      key: Type.Optional(Type.String({ description: "What it says, the same in every language" })),
      values: Type.Optional(Type.Record(Type.String(), Type.String(), { description: "The values in what it says" })),
    }),
    { description: "What the database and the settings say, as `foyer doctor` puts it" },
  ),
  certificate: Type.Optional(
    Type.Object({ valid_to: Instant, covers_public_url: Type.Boolean({ description: "Whether it is for its host" }) }),
  ),
});

const TestMessageOutcome = Type.Object({
  accepted: Type.Boolean(),
  answer: Type.Optional(Type.String({ description: "What the other side replied" })),
  error: Type.Optional(Type.String({ description: "Why it wasn't sent" })),
});

const TestMessageInput = Type.Object({
  kind: OneOf(...MESSAGE_KINDS),
  to: Type.String({ maxLength: 254, "x-expected": "an email address, or a telephone number for an SMS" }),
});

named({ SystemStatus, TestMessageInput, TestMessageOutcome });

const access = { tag: "System", permission: "service.manage", closedToKeys: true } as const;

export const readSystem = endpoint({
  ...access,
  operationId: "getSystemStatus",
  method: "GET",
  path: "/system",
  summary: "Version, database, messages, backups and certificate of this installation",
  description:
    "What the server knows of itself, without trying addresses or sending. `foyer doctor` also tries addresses, the disk and the mail server.",
  response: SystemStatus,
});

export const sendTestMessage = endpoint({
  ...access,
  operationId: "sendTestMessage",
  method: "POST",
  path: "/system/testmessage",
  summary: "Send a test email or SMS",
  description:
    "Sent immediately, bypassing the outbox; the response has what the mail server or gateway replied, within 10 seconds.",
  body: {
    ...TestMessageInput,
    examples: [{ kind: "mail", to: "ann@example.org" }],
  },
  response: TestMessageOutcome,
});
