import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { bodySchemas, ignoredIn } from "../../platform/http/contract/field-schemas.ts";
import {
  Id,
  Instant,
  Message,
  NameInput,
  OneOf,
  OpenObject,
  OptionalPaging,
  recordKeys,
  Type,
  WholeNumber,
} from "../../platform/http/contract/schemas.ts";

const access = { tag: "Series", permission: "registered_visitors" } as const;

/** How far ahead the occurrences of a series are made. */
export const AHEAD_DAYS = 400;
/** How many of them. */
export const OCCURRENCES_MAX = 500;
/** The most visitors of one series. */
const VISITORS_MAX = 100;
/** A month: a visit that never ends is none of a series. */
const MINUTES_MAX = 31 * 24 * 60;

const {
  company_id,
  visiting_on: _span,
  status: _status,
  invited_date: _invited,
  preregistered_date: _completed,
  ...personal
} = bodySchemas(REGISTERED_FIELDS);

const CalendarDate = Type.String({
  format: "date",
  examples: ["2026-12-01"],
  "x-expected": "a date such as 2026-12-01",
});
const Time = Type.String({
  pattern: "^([01]\\d|2[0-3]):[0-5]\\d$",
  examples: ["09:00"],
  "x-expected": "a time such as 09:00",
});

const Starts = Type.Object(
  { date: CalendarDate, time: Time },
  { additionalProperties: false, "x-expected": '{ "date", "time" }' },
);
const Ends = Type.Object(
  { time: Time },
  { additionalProperties: false, "x-expected": '{ "time" }, on the day of the start' },
);

/** A visitor of a series: the keys of a registered visitor but when they come. */
const SeriesVisitor = OpenObject(personal, { "x-expected": "an object with the keys of a registered visitor" });

const settable = {
  name: Type.Optional(NameInput({ examples: ["Weekly review"] })),
  visitors: Type.Optional(
    Type.Array(SeriesVisitor, {
      minItems: 1,
      maxItems: VISITORS_MAX,
      "x-expected": `an array of 1 to ${VISITORS_MAX} visitors`,
    }),
  ),
  starts: Type.Optional(Starts),
  ends: Type.Optional(Ends),
  duration_minutes: Type.Optional(WholeNumber(1, MINUTES_MAX)),
  invite: Type.Optional(
    Type.Boolean({
      description:
        "Email each visitor one invitation for the whole series, and what changes later; `false` takes nothing back",
      "x-expected": "true or false",
    }),
  ),
  timezone: Type.Optional(
    Type.String({
      examples: ["Europe/Brussels"],
      description: "Default: the location's",
      "x-expected": "an IANA time zone such as Europe/Brussels",
    }),
  ),
  rule: Type.Optional(
    Type.String({
      examples: ["FREQ=WEEKLY;BYDAY=TU;COUNT=10"],
      description: "An RFC 5545 rule without `RRULE:`; without it, once",
      "x-expected": "an RFC 5545 rule such as FREQ=WEEKLY;BYDAY=TU",
    }),
  ),
};

/** Further keys are those of a registered visitor, for all visitors of the series. */
export const SeriesInput = OpenObject({ company_id, ...settable, ...personal });

const Occurrence = Type.Object({
  _id: Id,
  recurrence_id: { ...Instant, description: "The start that the rule gave, also after the occurrence was moved" },
  startDate: Instant,
  endDate: Instant,
  cancelled: Type.Boolean(),
  known_visitor_ids: Type.Array(Id, { description: "The registered visitors of the occurrence" }),
});

export const Series = OpenObject({
  ...recordKeys,
  company_id: Id,
  name: Type.Optional(Type.String()),
  rule: Type.Optional(Type.String()),
  timezone: Type.String(),
  starts: Type.Object({ date: Type.String(), time: Type.String() }),
  duration_minutes: Type.Integer(),
  invite: Type.Boolean(),
  visitors: Type.Array(OpenObject({}), { description: "As the last occurrence has them" }),
  occurrences: Type.Array(Occurrence, {
    description: `Made 400 days ahead, at most ${OCCURRENCES_MAX}; in order`,
  }),
});

/** What a change would do: occurrences, and emails. */
const SeriesPreview = Type.Object({
  created: Type.Integer(),
  changed: Type.Integer(),
  cancelled: Type.Integer(),
  mails: Type.Integer(),
});

/** What a change comes to: the series, what it would do, or that the series is gone. */
const SeriesOutcome = Type.Union([Series, SeriesPreview, Message]);

named({ Series, SeriesInput, SeriesVisitor, Occurrence, SeriesPreview, SeriesOutcome });

const ById = { id: Id };
const ignored = [...ignoredIn(REGISTERED_FIELDS), "occurrences"];

const Scope = {
  scope: Type.Optional(OneOf("all", "this", "following")),
  recurrence_id: Type.Optional({ ...Instant, description: "Which occurrence, for the scopes `this` and `following`" }),
  dry_run: Type.Optional(Type.Boolean({ description: "Only says what would be done", "x-expected": "true or false" })),
};

export const listSeries = endpoint({
  ...access,
  operationId: "listSeries",
  method: "GET",
  path: "/series/bycompany/{company_id}",
  summary: "The series of a location, the newest first",
  params: LocationParams,
  query: OptionalPaging,
  response: Type.Array(Series),
});

export const createSeries = endpoint({
  ...access,
  operationId: "createSeries",
  method: "POST",
  path: "/series",
  summary: "Expect visitors several times, by a rule",
  description:
    "Each occurrence is a registered visitor for each person. With `invite`, each person with an email address gets one invitation for all of them, which follows later changes. `starts` counts as the first occurrence, also where the rule doesn't give it. `ends` or `duration_minutes` is needed.",
  body: {
    ...SeriesInput,
    examples: [
      {
        company_id: "66f1a2b3c4d5e6f708192a3b",
        name: "Weekly review",
        visitors: [{ first_name: "Jo", last_name: "Janssens", email: "jo@example.org" }],
        starts: { date: "2026-12-01", time: "09:00" },
        ends: { time: "10:30" },
        rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=10",
        recipient: "Ann Peeters",
      },
    ],
  },
  requires: ["company_id", "visitors", "starts"],
  ignored,
  response: Series,
});

export const readSeries = endpoint({
  ...access,
  operationId: "getSeries",
  method: "GET",
  path: "/series/{id}",
  summary: "One series with its occurrences",
  params: ById,
  response: Series,
});

export const changeSeries = endpoint({
  ...access,
  operationId: "updateSeries",
  method: "PUT",
  path: "/series/{id}",
  summary: "Change a series, one occurrence, or one and those that follow",
  description:
    "Occurrences that are over remain as they were. `following` can split the series: the answer is the one that continues. With `dry_run=true` nothing is changed and the answer is what would be.",
  params: ById,
  query: Scope,
  body: SeriesInput,
  ignored: [...ignored, "company_id"],
  keeps: ["visitors", "starts", "timezone"],
  response: SeriesOutcome,
  etag: "none",
});

export const removeSeries = endpoint({
  ...access,
  operationId: "deleteSeries",
  method: "DELETE",
  path: "/series/{id}",
  summary: "Cancel a series, one occurrence, or one and those that follow",
  description:
    "Its registered visitors are removed, but those who are inside or have been; a cancelled occurrence remains in the list. With `dry_run=true` nothing is changed.",
  params: ById,
  query: Scope,
  response: SeriesOutcome,
  etag: "none",
});
