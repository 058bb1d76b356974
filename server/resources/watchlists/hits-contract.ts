import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Email,
  Id,
  Instant,
  NameInput,
  OneOf,
  OptionalPaging,
  PhoneInput,
  recordKeys,
  Type,
} from "../../platform/http/contract/schemas.ts";
import { Born, deciding, Kind, One, path, reading } from "./contract.ts";

/** Parts of a comparison: words that agree or have no other, and second facts. */
const MatchPart = Type.Object({
  a: Type.Optional(Type.String({ description: "A word of the visitor's name" })),
  b: Type.Optional(Type.String({ description: "A word of the entry's name" })),
  score: Type.Optional(Type.Number()),
  why: Type.Optional(Type.String({ description: "How they agree; `none`: the word has no other" })),
  weight: Type.Optional(Type.Number()),
  words: Type.Optional(Type.Integer()),
  exact: Type.Optional(Type.Boolean()),
  fact: Type.Optional(OneOf("born", "email", "phone")),
  agreement: Type.Optional(OneOf("same", "near", "other")),
  change: Type.Optional(Type.Number({ description: "What the fact adds to the score" })),
});
const Score = Type.Number({ description: "From 0.8 (worth a look) to 1" });

export const Asked = Type.Object(
  {
    first_name: Type.Optional(NameInput()),
    last_name: Type.Optional(NameInput()),
    born: Type.Optional(Born),
    email: Type.Optional(Email),
    phone: Type.Optional(PhoneInput()),
  },
  { examples: [{ first_name: "Jo", last_name: "Janssens" }] },
);
const Match = Type.Object({ entry_id: Id, list_id: Id, score: Score, parts: Type.Array(MatchPart) });

const HitState = OneOf("open", "same", "different", "let_in", "refused");
export const WatchHit = Type.Object({
  ...recordKeys,
  company_id: Id,
  visitorId: Type.Optional(Id),
  knownVisitorId: Type.Optional({ ...Id, description: "Of a registered visitor, before the visit" }),
  entry_id: Id,
  list_id: Id,
  kinds: Type.Array(Kind),
  score: Score,
  parts: Type.Array(MatchPart),
  state: HitState,
  algorithm: Type.Integer({ description: "The version of the comparison" }),
  reason: Type.Optional(Type.String()),
  decided_by: Type.Optional(Type.String()),
  decided_at: Type.Optional(Instant),
});
export const HitDecision = Type.Object(
  {
    outcome: {
      ...OneOf("same", "different", "let_in", "refused"),
      description:
        "`different` and `let_in` release the visit, `same` keeps it waiting, `refused` rejects it. All but `same` are final",
    },
    reason: Type.String({ pattern: "\\S", maxLength: 1_000, "x-expected": "a text of at most 1000 characters" }),
  },
  { examples: [{ outcome: "different", reason: "Another date of birth" }] },
);

named({ WatchMatch: Match, WatchMatchPart: MatchPart, WatchCheckInput: Asked, WatchHit, HitDecision });

export const checkName = endpoint({
  ...deciding,
  operationId: "checkWatchlists",
  method: "POST",
  path: `${path}/check`,
  summary: "Which entries a person would hit; each check is in the audit log, without the name",
  params: LocationParams,
  body: Asked,
  response: Type.Array(Match),
});

export const listHits = endpoint({
  ...reading,
  operationId: "listWatchHits",
  method: "GET",
  path: `${path}/hits`,
  summary: "The hits of a location, the newest first",
  params: LocationParams,
  query: { ...OptionalPaging, state: Type.Optional(HitState) },
  response: Type.Array(WatchHit),
});
export const decideHit = endpoint({
  ...deciding,
  operationId: "decideWatchHit",
  method: "POST",
  path: `${path}/hits/{id}/decide`,
  summary: "Say whether a hit is that person, or let them in or not",
  params: One,
  body: HitDecision,
  response: WatchHit,
  etag: "none",
});
