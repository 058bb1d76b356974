import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { countryOf } from "../../../../shared/import/country-of.ts";
import { type DayOrder, dayOrderOf, readDate } from "../../../../shared/import/dates.ts";
import { VISITOR_HEADINGS } from "../../../../shared/import/headings.ts";
import type { Table } from "../../../../shared/import/read-table.ts";
import { isEmailAddress } from "../../../../shared/email.ts";
import { foldForSearch } from "../../../../shared/text/folding.ts";
import { fromLocalDateTime, toLocalDateTime } from "../../../shared/local-date-time.ts";
import { type ColumnMapping, toRecords, type ImportField } from "../../components/table/column-names.ts";
import { useLocation } from "../../data/session/location.ts";
import { failureOf, type ReadFailure } from "../../data/api/read-failure.ts";
import { useVisitTypes, visitTypesQuery } from "../../data/lists/visit-types.ts";
import { fieldsQuery, useFields } from "../../features/visit/queries.ts";

/** The possible problems of a row, which is not sent then. */
type RowProblem = "name" | "email" | "from" | "until" | "order" | "visit_type";
/** A row to send, or its problem. */
export type ImportRow = {
  name: string;
  body: Record<string, unknown>;
  problem: RowProblem | undefined;
  /** When the visit begins: shown in words, so that a day that was read as a month is seen. */
  begins: string | undefined;
};

/** Whether the visit types and questions are read that a file is matched with; until then, why not. */
export const useImportContext = (): ReadFailure & { isRead: boolean } => {
  const { i18n } = useTranslation();
  const location = useLocation()._id;
  const types = useQuery(visitTypesQuery(location, i18n.language));
  const fields = useQuery(fieldsQuery(location, i18n.language));
  const failure = failureOf([types, fields].map(({ error, refetch }) => ({ error, retry: () => void refetch() })));
  return { isRead: types.data !== undefined && fields.data !== undefined, ...failure };
};

/** The possible targets of a column: the fields of a registered visitor, and the questions of the location. */
export const useImportFields = (): readonly ImportField[] => {
  const { t } = useTranslation("registered-visitors");
  const fields = useFields();
  return [
    ...Object.entries(VISITOR_HEADINGS).map(([key, names]) => ({
      key,
      label: t(`target.${key}` as "target.from"),
      names,
    })),
    ...fields.map(({ field_name, label }) => ({ key: field_name, label, names: [] })),
  ];
};

/** A cell as `2026-05-19T09:30` on the location's clock. @param time of a day alone @returns undefined if it is not a date */
const wallIn = (
  cell: string,
  time: "00:00:00" | "23:59:00",
  { order, timeZone }: ImportContext,
): string | undefined => {
  const date = readDate(cell, order, time);
  if (date?.zone === undefined) return date?.wall.slice(0, "2026-05-19T09:30".length);
  return toLocalDateTime(new Date(date.wall + date.zone).toISOString(), timeZone);
};

/** A row that has only a beginning ends with that day. */
const endOf = (from: string): string => `${from.split("T")[0]}T23:59`;

type ImportContext = { timeZone: string; order: DayOrder; types: readonly { _id: string; name: string }[] };

const spanOf = (from: string | undefined, until: string | undefined, context: ImportContext) => {
  const { timeZone } = context;
  const begin = from === undefined ? undefined : wallIn(from, "00:00:00", context);
  const end = until === undefined ? undefined : wallIn(until, "23:59:00", context);
  if (from !== undefined && begin === undefined) return { problem: "from" as const };
  if (until !== undefined && end === undefined) return { problem: "until" as const };
  const last = end ?? (begin === undefined ? undefined : endOf(begin));
  const [startDate, endDate] = [begin, last].map((wall) =>
    wall === undefined ? undefined : fromLocalDateTime(wall, timeZone),
  );
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) return { problem: "order" as const };
  return startDate === undefined && endDate === undefined
    ? {}
    : { visiting_on: { ...(startDate && { startDate }), ...(endDate && { endDate }) } };
};

/** One row to send. */
const rowOf = (record: Readonly<Record<string, string>>, context: ImportContext): ImportRow => {
  const { types } = context;
  const { from, until, visit_type, ...rest } = record;
  const name =
    [rest["first_name"], rest["last_name"]].filter((part) => part !== undefined).join(" ") || (rest["company"] ?? "");
  const { problem, ...span } = { problem: undefined, ...spanOf(from, until, context) };
  const type = types.find(
    ({ _id, name: called }) => _id === visit_type || foldForSearch(called) === foldForSearch(visit_type ?? ""),
  );
  const isUnknownType = visit_type !== undefined && type === undefined;
  const isNoAddress = rest["email"] !== undefined && !isEmailAddress(rest["email"]);
  const body = { ...rest, ...span, ...(type === undefined ? {} : { visit_type: type._id }) };
  const found = name === "" ? "name" : isNoAddress ? "email" : (problem ?? (isUnknownType ? "visit_type" : undefined));
  return { name, body, problem: found, begins: span.visiting_on?.startDate };
};

/** The rows of a file to send. */
export const useImportRows = (table: Table, matching: ColumnMapping): readonly ImportRow[] => {
  const { timezone, country, settings } = useLocation();
  const types = useVisitTypes();
  const records = toRecords(table, matching);
  const dates = records.flatMap(({ from, until }) => [from, until].filter((cell) => cell !== undefined));
  const order = dayOrderOf(dates, countryOf({ country, timezone, phoneCountry: settings.phone_country }));
  return records.map((record) => rowOf(record, { timeZone: timezone, order, types }));
};
