import { LENGTHS } from "../../../shared/lengths.ts";
import { WATCH_REASONS } from "../../../shared/import/watch-reasons.ts";
import { describedAs, named } from "../../platform/http/contract/components.ts";
import { BODY_LIMITS, endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import {
  Email,
  Id,
  Instant,
  Message,
  NameInput,
  OneOf,
  OptionalPaging,
  PhoneInput,
  recordKeys,
  Type,
} from "../../platform/http/contract/schemas.ts";

const TAG = "Watch lists";
export const path = "/companies/{company_id}/watchlists";
export const reading = { tag: TAG, permission: "watchlist.read" } as const;
export const deciding = { tag: TAG, permission: "watchlist.decide" } as const;

export const Kind = {
  ...OneOf("denied", "alert", "vip"),
  description: "`denied` makes a visit wait for security; `alert` and `vip` only make a hit",
};
const Reason = OneOf(...WATCH_REASONS);
const FORMATS = ["csv", "ofac", "eu", "un", "opensanctions"] as const;
export type Format = (typeof FORMATS)[number];
const Format = OneOf(...FORMATS);

export const Watchlist = Type.Object({
  ...recordKeys,
  company_id: Id,
  name: Type.String(),
  kind: Kind,
  entries: Type.Integer({ description: "How many entries it has" }),
  format: Type.Optional({ ...Format, description: "Of the file that was imported last" }),
  imported_at: Type.Optional(Instant),
});
const Name = NameInput({ pattern: "\\S" });
export const WatchlistInput = Type.Object(
  { name: Name, kind: Kind },
  { examples: [{ name: "Barred from the site", kind: "denied" }] },
);

export const Born = Type.String({
  pattern: "^\\d{4}(-\\d{2}-\\d{2})?$",
  "x-expected": "a date of birth as YYYY-MM-DD, or the year alone",
  examples: ["1980-02-29"],
});
const ReviewOn = Type.String({
  pattern: "^\\d{4}-\\d{2}-\\d{2}$",
  "x-expected": "a date as YYYY-MM-DD, at most 12 months ahead",
  description: "When the entry has to be looked at again. From then on it only alerts, and 30 days later it is removed",
  examples: ["2027-06-30"],
});
const list = <T extends Type.TSchema>(item: T, most: number, what: string) =>
  Type.Array(item, { maxItems: most, "x-expected": `an array of at most ${most} ${what}` });

const Names = Type.Array(NameInput({ pattern: "\\S" }), {
  minItems: 1,
  maxItems: 100,
  "x-expected": `an array of 1 to 100 names of at most ${LENGTHS.name} characters`,
  description: "Each is a whole name, in any script and order",
});
const entryKeys = {
  born: Type.Optional(Born),
  emails: Type.Optional(list(Email, 20, "email addresses")),
  phones: Type.Optional(list(PhoneInput(), 20, "phone numbers")),
  note: Type.Optional(
    Type.String({ maxLength: 2_000, "x-expected": "a text of at most 2000 characters", description: "Stored sealed" }),
  ),
};

export const WatchEntry = Type.Object({
  ...recordKeys,
  company_id: Id,
  list_id: Id,
  names: Type.Array(Type.String()),
  born: Type.Optional(Type.String()),
  emails: Type.Array(Type.String()),
  phones: Type.Array(Type.String()),
  reason_code: Reason,
  note: Type.Optional(Type.String()),
  review_on: Type.String(),
  source_id: Type.Optional(Type.String({ description: "What names it in the imported file" })),
});
const ENTRY_EXAMPLES = {
  examples: [{ names: ["Jo Janssens"], born: "1980-02-29", reason_code: "site_ban", review_on: "2026-12-31" }],
};
export const WatchEntryInput = Type.Object(
  { ...entryKeys, names: Names, reason_code: Reason, review_on: ReviewOn },
  ENTRY_EXAMPLES,
);
export const WatchEntryChange = Type.Partial(WatchEntryInput, ENTRY_EXAMPLES);
export const WatchlistChange = Type.Partial(WatchlistInput);

const ImportCounts = Type.Object({
  received: Type.Integer(),
  created: Type.Integer(),
  changed: Type.Integer(),
  removed: Type.Integer(),
  same: Type.Integer(),
});

named({
  Watchlist,
  WatchlistInput,
  WatchlistChange,
  WatchEntry,
  WatchEntryInput,
  WatchEntryChange,
  WatchImportCounts: ImportCounts,
});

export const One = { ...LocationParams, id: Id };
const Entry = { ...One, entry_id: Id };

export const listWatchlists = endpoint({
  ...reading,
  operationId: "listWatchlists",
  method: "GET",
  path,
  summary: "The watch lists of a location",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Watchlist),
});
export const createWatchlist = endpoint({
  ...deciding,
  operationId: "createWatchlist",
  method: "POST",
  path,
  summary: "Add a watch list",
  params: LocationParams,
  body: WatchlistInput,
  response: Watchlist,
});
export const readWatchlist = endpoint({
  ...reading,
  operationId: "getWatchlist",
  method: "GET",
  path: `${path}/{id}`,
  summary: "One watch list",
  params: One,
  response: Watchlist,
  etag: "written",
});
export const changeWatchlist = endpoint({
  ...deciding,
  operationId: "updateWatchlist",
  method: "PUT",
  path: `${path}/{id}`,
  summary: "Change the name or kind of a watch list",
  params: One,
  body: WatchlistChange,
  keeps: ["name", "kind"],
  response: Watchlist,
  etag: "written",
});
export const removeWatchlist = endpoint({
  ...deciding,
  operationId: "deleteWatchlist",
  method: "DELETE",
  path: `${path}/{id}`,
  summary: "Remove a watch list with its entries; its hits remain",
  params: One,
  response: Message,
});

export const listEntries = endpoint({
  ...reading,
  operationId: "listWatchEntries",
  method: "GET",
  path: `${path}/{id}/entries`,
  summary: "The entries of a watch list, the newest first",
  params: One,
  query: OptionalPaging,
  response: Type.Array(WatchEntry),
});
export const createEntry = endpoint({
  ...deciding,
  operationId: "createWatchEntry",
  method: "POST",
  path: `${path}/{id}/entries`,
  summary: "Add an entry",
  description: "Who is inside or expected on a visit type with `watchlist` is compared with it within a minute.",
  params: One,
  body: WatchEntryInput,
  response: WatchEntry,
});
export const readEntry = endpoint({
  ...reading,
  operationId: "getWatchEntry",
  method: "GET",
  path: `${path}/{id}/entries/{entry_id}`,
  summary: "One entry",
  params: Entry,
  response: WatchEntry,
});
export const changeEntry = endpoint({
  ...deciding,
  operationId: "updateWatchEntry",
  method: "PUT",
  path: `${path}/{id}/entries/{entry_id}`,
  summary: "Change an entry",
  params: Entry,
  body: WatchEntryChange,
  keeps: ["names", "reason_code", "review_on"],
  response: WatchEntry,
});
export const removeEntry = endpoint({
  ...deciding,
  operationId: "deleteWatchEntry",
  method: "DELETE",
  path: `${path}/{id}/entries/{entry_id}`,
  summary: "Remove an entry; its hits remain",
  params: Entry,
  response: Message,
});
export const importEntries = endpoint({
  ...deciding,
  operationId: "importWatchEntries",
  method: "POST",
  path: `${path}/{id}/entries/import`,
  summary: "Replace the imported entries of a watch list by a file",
  description:
    "The file is the body; entries that were made one by one remain. The csv has the columns `first_name,last_name,aliases,born,email,phone,reason,until` (aliases with `;` in between). Entries that are the same remain, so the same file again changes nothing. A bad row refuses the whole file. A file that is empty, or a fifth smaller than what is there, needs `confirm=true`. An `Idempotency-Key` covers the query alone.",
  params: One,
  query: {
    format: Type.Optional({ ...Format, description: "Default: csv" }),
    confirm: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
  },
  body: describedAs(Type.Unknown(), Type.String()),
  consumes: ["text/csv", "text/plain", "application/xml", "text/xml", "application/octet-stream"],
  streamed: true,
  bodyOptional: true,
  bodyLimit: BODY_LIMITS.file,
  unhurried: true,
  response: ImportCounts,
});
