import { fromLocalDateTime, toLocalDateTime } from "../../../shared/local-date-time.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { textOf } from "../../lib/text-value.ts";

/** What is typed, by field; what was not touched is not in it. `from` and `until` are on the location's clock. */
export type RegisteredVisitorDraft = Readonly<Record<string, unknown>>;

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === "";

/** What a field shows: what was typed, else what is stored. */
export const valueOf = (
  person: RegisteredVisitor | undefined,
  draft: RegisteredVisitorDraft,
  field: string,
  timeZone: string,
): unknown => {
  if (field in draft) return draft[field];
  if (field === "from") return toLocalDateTime(person?.visiting_on?.startDate, timeZone);
  if (field === "until") return toLocalDateTime(person?.visiting_on?.endDate, timeZone);
  return person?.[field];
};

const spanOf = (person: RegisteredVisitor | undefined, draft: RegisteredVisitorDraft, timeZone: string) => {
  const startDate = fromLocalDateTime(textOf(valueOf(person, draft, "from", timeZone)), timeZone);
  const endDate = fromLocalDateTime(textOf(valueOf(person, draft, "until", timeZone)), timeZone);
  if (startDate === undefined && endDate === undefined) return null;
  return { ...(startDate && { startDate }), ...(endDate && { endDate }) };
};

/** What is to be sent: `null` removes what was emptied, and what is as it was is left out. */
export const changeOf = (
  person: RegisteredVisitor | undefined,
  draft: RegisteredVisitorDraft,
  timeZone: string,
): Record<string, unknown> => {
  const { from, until, ...rest } = draft;
  const changed = Object.entries(rest)
    .map(([field, value]): [string, unknown] => [field, isBlank(value) ? null : value])
    .filter(([field, value]) => value !== (person?.[field] ?? null));
  const span = from === undefined && until === undefined ? undefined : spanOf(person, draft, timeZone);
  return { ...Object.fromEntries(changed), ...(span === undefined ? {} : { visiting_on: span }) };
};

/** The default end of a visit that begins then: the end of that day. */
export const endOf = (from: string): string => {
  const [day = ""] = from.split("T");
  return day === "" ? "" : `${day}T23:59`;
};
