import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { isEmailAddress } from "../../../../shared/email.ts";
import { foldForSearch } from "../../../../shared/text/folding.ts";
import { fromLocalDateTime } from "../../../shared/local-date-time.ts";
import { type ColumnMapping, toRecords, type ImportField } from "../../components/table/column-names.ts";
import type { Table } from "../../components/import/csv.ts";
import { useLocation } from "../../data/session/location.ts";
import { failureOf, type ReadFailure } from "../../data/api/read-failure.ts";
import { useVisitTypes, visitTypesQuery } from "../../data/lists/visit-types.ts";
import { fieldsQuery, useFields } from "../../features/visit/queries.ts";

/** The possible problems of a row, which is not sent then. */
type RowProblem = "name" | "email" | "from" | "until" | "order" | "visit_type";
/** A row to send, or its problem. */
export type ImportRow = { name: string; body: Record<string, unknown>; problem: RowProblem | undefined };

const OTHER_NAMES: Record<string, readonly string[]> = {
  first_name: ["given name", "voornaam", "prénom", "vorname"],
  last_name: ["name", "surname", "family name", "achternaam", "naam", "nom", "nachname"],
  company: [
    "organisation",
    "organization",
    "organisatie",
    "bedrijf",
    "société",
    "entreprise",
    "société/entreprise",
    "firma",
    "unternehmen",
  ],
  email: ["mail", "e-mail", "email address", "e-mailadres", "courriel", "adresse e-mail", "e-mail-adresse"],
  phone: ["telephone", "mobile", "telefoon", "mobiel", "gsm", "téléphone", "portable", "telefon", "handy", "mobil"],
  recipient: [
    "host",
    "visiting",
    "contactpersoon",
    "gastheer",
    "hôte",
    "personne visitée",
    "ansprechperson",
    "ansprechpartner",
    "besuchte person",
    "gastgeber",
  ],
  from: [
    "date",
    "start",
    "datum",
    "visiting on",
    "expected",
    "start date",
    "begin",
    "date de visite",
    "du",
    "vanaf",
    "von",
  ],
  until: ["end", "end date", "einde", "fin", "ende", "au", "tot", "tot en met", "bis"],
  visit_type: ["type", "bezoektype", "type de visite", "besuchsart"],
  language_id: ["language", "taal", "langue", "sprache"],
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
    ...Object.entries(OTHER_NAMES).map(([key, names]) => ({ key, label: t(`target.${key}` as "target.from"), names })),
    ...fields.map(({ field_name, label }) => ({ key: field_name, label, names: [] })),
  ];
};

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2})(?::\d{2})?)?$/;
/** As people write it in Europe: the day first. */
const DAY_FIRST = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:[,\s]+(\d{1,2})[:.h](\d{2}))?$/;

/** A cell as `2026-05-19T09:30`. @param timeless for a day alone @returns undefined if it is not a date */
const wallIn = (cell: string, timeless: "00:00" | "23:59"): string | undefined => {
  const iso = ISO.exec(cell.trim());
  const european = DAY_FIRST.exec(cell.trim());
  const [year, month, day] = iso === null ? [european?.[3], european?.[2], european?.[1]] : [iso[1], iso[2], iso[3]];
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const [, , , , hour, minute = "00"] = iso ?? european ?? [];
  const two = (text: string): string => text.padStart(2, "0");
  const time = hour === undefined ? timeless : `${two(hour)}:${minute}`;
  const wall = `${year}-${two(month)}-${two(day)}T${time}`;
  // A day or an hour that does not exist is refused: it would be converted to another.
  const read = Date.parse(`${wall}Z`);
  return Number.isNaN(read) || new Date(read).toISOString().slice(0, 16) !== wall ? undefined : wall;
};

/** A row that has only a beginning ends with that day. */
const endOf = (from: string): string => `${from.split("T")[0]}T23:59`;

type ImportContext = { timeZone: string; types: readonly { _id: string; name: string }[] };

const spanOf = (from: string | undefined, until: string | undefined, timeZone: string) => {
  const begin = from === undefined ? undefined : wallIn(from, "00:00");
  const end = until === undefined ? undefined : wallIn(until, "23:59");
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
const rowOf = (record: Readonly<Record<string, string>>, { timeZone, types }: ImportContext): ImportRow => {
  const { from, until, visit_type, ...rest } = record;
  const name =
    [rest["first_name"], rest["last_name"]].filter((part) => part !== undefined).join(" ") || (rest["company"] ?? "");
  const { problem, ...span } = { problem: undefined, ...spanOf(from, until, timeZone) };
  const type = types.find(
    ({ _id, name: called }) => _id === visit_type || foldForSearch(called) === foldForSearch(visit_type ?? ""),
  );
  const isUnknownType = visit_type !== undefined && type === undefined;
  const isNoAddress = rest["email"] !== undefined && !isEmailAddress(rest["email"]);
  const body = { ...rest, ...span, ...(type === undefined ? {} : { visit_type: type._id }) };
  const found = name === "" ? "name" : isNoAddress ? "email" : (problem ?? (isUnknownType ? "visit_type" : undefined));
  return { name, body, problem: found };
};

/** The rows of a file to send. */
export const useImportRows = (table: Table, matching: ColumnMapping): readonly ImportRow[] => {
  const { timezone } = useLocation();
  const types = useVisitTypes();
  return toRecords(table, matching).map((record) => rowOf(record, { timeZone: timezone, types }));
};
