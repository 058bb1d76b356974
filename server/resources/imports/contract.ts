import { IMPORT_TARGETS, PRESETS } from "../../../shared/import/presets.ts";
import { describedAs, named } from "../../platform/http/contract/components.ts";
import {
  BODY_LIMITS,
  CSV_STREAM,
  endpoint,
  LocationParams,
  ZIP_STREAM,
} from "../../platform/http/contract/contract.ts";
import { Id, Instant, OneOf, OptionalPaging, Type, WholeNumber } from "../../platform/http/contract/schemas.ts";

const TAG = "Imports";

const Count = WholeNumber(0, 10_000_000);
const Target = OneOf(...IMPORT_TARGETS);
const Mapping = Type.Record(Type.String(), Type.String(), {
  "x-expected": 'what columns become, such as { "Full name": "name" }',
  description: "What each column becomes; columns that are left out aren't read",
});
const TextOrNull = Type.Unsafe<string | null>({ type: ["string", "null"], "x-expected": "a text or null" });
const Values = Type.Record(Type.String(), Type.Record(Type.String(), TextOrNull), {
  "x-expected": 'what values mean, such as { "visit_type": { "Guest": "Visitor" } }',
  description:
    "What values of the file mean, for `visit_type`, `entry_point`, `recipient` and `location`: a name or an ID, or `null` to leave it out. A visit type or entrance that the location lacks is created",
});

const DateOrder = Type.Object({
  order: OneOf("day_first", "month_first"),
  by: OneOf("file", "country"),
});

/** A file that is brought in (decision 0066). */
export const Import = Type.Object({
  _id: Id,
  company_id: Id,
  target: Target,
  state: OneOf("receiving", "mapped", "running", "done", "failed", "undone"),
  preset: Type.Unsafe<string | null>({ type: ["string", "null"], description: "The known file that it is" }),
  filename: Type.Optional(Type.String()),
  understood: Type.Object(
    {
      encoding: Type.Optional(OneOf("utf-8", "utf-16le", "utf-16be", "windows-1252", "xlsx")),
      separator: Type.Optional(Type.String()),
      heading_row: Type.Optional(WholeNumber(1, 2_000_000)),
      dates: Type.Optional(Type.Record(Type.String(), DateOrder)),
    },
    { description: "How the file was read" },
  ),
  columns: Type.Array(Type.String()),
  mapping: Mapping,
  values: Values,
  rows: Count,
  progress: Type.Optional(Type.Object({ done: Count, of: Count })),
  result: Type.Optional(
    Type.Record(Type.String(), Count, {
      description:
        "`created`, `changed`, `same`, `rejected`, `retention` (older than the location keeps), `doubled_hour`, `missing_hour`, `visit_types` and `entry_points` (new), `removed` (by the undo)",
    }),
  ),
  failure: Type.Optional(Type.String()),
  create_date: Instant,
  mod_date: Instant,
});

export const ImportChange = Type.Object(
  { mapping: Type.Optional(Mapping), values: Type.Optional(Values) },
  { examples: [{ mapping: { "Full name": "name", "Sign in": "signed_in" } }] },
);

const Problem = Type.Object({
  row: Type.Integer({ description: "The row below the headings, from 1" }),
  column: Type.Optional(Type.String()),
  reason: Type.String(),
});

export const DryRun = Type.Object({
  created: Count,
  changed: Count,
  same: Count,
  rejected: Count,
  retention: Count,
  doubled_hour: Count,
  missing_hour: Count,
  samples: Type.Array(
    Type.Object({
      row: Type.Integer(),
      what: OneOf("created", "changed", "same"),
      record: Type.Record(Type.String(), Type.String(), { description: "What the row becomes, days in words" }),
    }),
  ),
  problems: Type.Array(Problem, { description: "The first thousand" }),
});

export const Undone = Type.Object({
  removed: Count,
  kept: Type.Array(Type.Object({ _id: Id, reason: OneOf("changed_since", "was_there_before") })),
});

named({ Import, ImportChange, ImportDryRun: DryRun, ImportUndo: Undone });

const One = { ...LocationParams, id: Id };
const WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const path = "/companies/{company_id}/imports";

export const listImports = endpoint({
  operationId: "listImports",
  method: "GET",
  path,
  tag: TAG,
  summary: "The imports of the last 30 days, the newest first",
  permission: "location.manage",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Import),
});

export const createImport = endpoint({
  operationId: "createImport",
  method: "POST",
  path,
  tag: TAG,
  summary: "Send a file",
  description:
    "The file is the body: CSV, TSV, the first sheet of a workbook, or a ZIP file with such a table (an archive of Foyer), at most 500 MB, recognised by its content. Nothing is written until it is run; `understood` and `mapping` say how it was read. An `Idempotency-Key` covers the query alone.",
  permission: "location.manage",
  params: LocationParams,
  query: {
    target: { ...Target, description: "The kind of record" },
    preset: Type.Optional({
      ...OneOf(...PRESETS.map(({ id }) => id)),
      description: "The known file that it is; without it, it is recognised by its headings",
    }),
    filename: Type.Optional(Type.String({ maxLength: 200, "x-expected": "a name of at most 200 characters" })),
  },
  body: describedAs(Type.Unknown(), Type.String()),
  consumes: ["text/csv", "text/tab-separated-values", WORKBOOK, ZIP_STREAM],
  streamed: true,
  bodyLimit: BODY_LIMITS.file,
  unhurried: true,
  etag: "written",
  response: Import,
});

export const readImport = endpoint({
  operationId: "getImport",
  method: "GET",
  path: `${path}/{id}`,
  tag: TAG,
  summary: "One import, with its progress and result",
  permission: "location.manage",
  params: One,
  etag: "written",
  response: Import,
});

export const changeImport = endpoint({
  operationId: "updateImport",
  method: "PUT",
  path: `${path}/{id}`,
  tag: TAG,
  summary: "Say what columns become and values mean",
  permission: "location.manage",
  params: One,
  body: ImportChange,
  etag: "written",
  response: Import,
});

export const dryRunImport = endpoint({
  operationId: "dryRunImport",
  method: "POST",
  path: `${path}/{id}/dry-run`,
  tag: TAG,
  summary: "What a run would do",
  description: "Nothing is written.",
  permission: "location.manage",
  params: One,
  unhurried: true,
  response: DryRun,
});

export const runImport = endpoint({
  operationId: "runImport",
  method: "POST",
  path: `${path}/{id}/run`,
  tag: TAG,
  summary: "Bring the rows in, in the background",
  description: "Answers at once; `GET …/imports/{id}` shows the progress and, in the end, the result.",
  permission: "location.manage",
  params: One,
  etag: "written",
  response: Import,
});

export const listErrors = endpoint({
  operationId: "listImportErrors",
  method: "GET",
  path: `${path}/{id}/errors`,
  tag: TAG,
  summary: "The rejected rows, as they were, with a column `why`",
  permission: "location.manage",
  params: One,
  produces: CSV_STREAM,
  response: Type.String(),
});

export const undoImport = endpoint({
  operationId: "undoImport",
  method: "POST",
  path: `${path}/{id}/undo`,
  tag: TAG,
  summary: "Remove what an import created",
  description:
    "For 30 days. What was changed since remains, and so does what was there before; `kept` names it. The same file can be imported again.",
  permission: "records.erase",
  params: One,
  unhurried: true,
  response: Undone,
});
