import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, OneOf, Type, WholeNumber } from "../../platform/http/contract/schemas.ts";
import { access, ById } from "./contract.ts";

const Total = WholeNumber(0, 10_000_000);

const DirectoryPlan = Type.Object(
  { created: Total, changed: Total, hidden: Total, removed: Total },
  { description: "How many people are affected, each counted once" },
);

const DirectorySample = Type.Object({
  what: OneOf("created", "changed", "hidden", "removed", "problem"),
  _id: Id,
  external_id: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  reason: Type.Optional({
    ...OneOf("same_email", "email_of_another", "no_email", "last_administrator"),
    description: "Why something isn't done for the person",
  }),
});

export const SyncAnswer = Type.Object({
  plan: DirectoryPlan,
  samples: Type.Array(DirectorySample, { description: "Some of the people: at most 10 of each kind" }),
  stopped: Type.Optional(
    Type.Boolean({
      description:
        "`true`: more than 10 people, and more than a tenth of all, would leave the lists. It takes `confirm`",
    }),
  ),
});

const SyncInput = Type.Object({
  dry_run: Type.Optional(Type.Boolean({ "x-expected": "true or false", description: "Default: `true`" })),
  confirm: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
});

named({ DirectoryPlan, DirectorySample, DirectorySync: SyncAnswer, DirectorySyncInput: SyncInput });

export const syncDirectory = endpoint({
  ...access,
  confirmed: true,
  operationId: "syncDirectory",
  method: "POST",
  path: "/directories/{id}/sync",
  summary: "Show what hosts and users would become, or bring them up to date",
  description:
    "Changes nothing unless `dry_run` is `false`. Who is no longer in the directory is `removed`; who is still there, but not active or under no rule, is `hidden`.",
  params: ById,
  body: { ...SyncInput, examples: [{ dry_run: true }] },
  bodyOptional: true,
  response: SyncAnswer,
  unhurried: true,
});
