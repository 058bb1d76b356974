import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTimeToSecond } from "../../../shared/format.ts";
import { LANGUAGES } from "../../../shared/texts.ts";
import { devicesQuery } from "../../data/lists/status-queries.ts";
import { useLocationId, useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { useVisitTypes } from "../../data/lists/visit-types.ts";
import { isKnownAction, isKnownKind, actionTextKey } from "./actions.ts";
import { pathSteps } from "./fields.ts";
import type { AuditEntry } from "./marks.ts";

/** "Signed in", "Visit type changed": every act of its kind, as the filter offers them. */
export const useActionLabel = (): ((act: string) => string) => {
  const { t } = useTranslation("audit");
  return (act) => (isKnownAction(act) ? t(`act.${act}`) : act);
};

/** What one entry tells of: "Drill ended", "Marked not safe". */
export const useEntryLabel = (): ((entry: AuditEntry) => string) => {
  const { t } = useTranslation("audit");
  return (entry) => {
    const key = actionTextKey(entry);
    return key === undefined ? entry.act : t(key as "act.visit.start");
  };
};

/** The name of a field: "Signed out at", "Questions › plate › Label › English". */
export const useFieldLabel = (): ((field: string) => string) => {
  const { t, i18n } = useTranslation("audit");
  const keysOf = (part: string) => [`audit:field.${part}`, `console:field.${part}`];
  return (field) =>
    pathSteps(field, (part) => keysOf(part).some((key) => i18n.exists(key)))
      .map((step) => ("field" in step ? t(keysOf(step.field)) : (LANGUAGES[step.name] ?? step.name)))
      .join(" › ");
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A name by language is shown in the user's, else in English. */
const inLanguage = (value: unknown, language: string): string | undefined => {
  if (typeof value !== "object" || value === null) return textOf(value);
  return textOf(Reflect.get(value, language)) ?? textOf(Reflect.get(value, "en")) ?? textOf(Object.values(value)[0]);
};

/** What a record is called, by what the entry holds of it; undefined when it says nothing. */
const nameOfRecord = ({ before, after }: AuditEntry, language: string): string | undefined => {
  const record = after ?? before ?? {};
  const person = [record["first_name"], record["last_name"]].map(textOf).filter((part) => part !== undefined);
  return (
    (person.length > 0 ? person.join(" ") : undefined) ??
    textOf(record["cn"]) ??
    inLanguage(record["name"], language) ??
    textOf(record["company"]) ??
    textOf(record["url"]) ??
    textOf(record["event"])
  );
};

/** What a record is called. An evacuation is known by its beginning; a kiosk, in entries that do not name it, by the list of kiosks. */
export const useRecordName = (): ((entry: AuditEntry) => string | undefined) => {
  const { t, i18n } = useTranslation("audit");
  const value = useValue();
  const { data: devices = [] } = useQuery(devicesQuery(useLocationId()));
  return (entry) => {
    const started = (entry.after ?? entry.before)?.["started"];
    if (entry.subject === "evacuation" && started !== undefined) return t("startedAt", { when: value(started) });
    const named = nameOfRecord(entry, i18n.language);
    return named ?? devices.find(({ _id }) => _id === entry.subject_id)?.name;
  };
};

/** Who it was: their name, else what they are. */
export const useActor = (): ((actor: AuditEntry["actor"]) => string) => {
  const { t } = useTranslation("audit");
  return ({ name, kind }) => name ?? (isKnownKind(kind) ? t(`kind.${kind}`) : kind);
};

/** What tells users of one name apart, without their address: the role. */
export const useActorRole = (): ((actor: AuditEntry["actor"]) => string | undefined) => {
  const { t, i18n } = useTranslation();
  return ({ kind, role }) =>
    kind === "user" && role !== undefined && i18n.exists(`console:role.${role}`)
      ? t(`role.${role}` as "role.employee")
      : undefined;
};

const ID = /^[0-9a-f]{24}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** What stands for a value in a record, where that is a code: the texts it is written with. */
const CODES: Readonly<Record<string, string>> = {
  signed_in_source: "source",
  signed_out_source: "source",
  approval: "approval",
};

/**
 * A value of a record as people read it: times by the location's clock, visit types and entrances by name, codes in
 * words. Who set the value tells a sign-in at reception from one of a program.
 */
export const useValue = (): ((value: unknown, field?: string, setBy?: string) => string) => {
  const { t, i18n } = useTranslation("audit");
  const writing = useFormatContext();
  const today = dayOf(new Date(useNow()), writing.timeZone);
  const named = new Map([...useVisitTypes(), ...useEntryPoints()].map(({ _id, name }) => [_id, name]));
  const write = (value: unknown): string => {
    if (typeof value === "boolean") return value ? t("yes") : t("no");
    if (Array.isArray(value)) return value.map(write).join(", ");
    if (typeof value !== "string") return JSON.stringify(value);
    if (ID.test(value)) return named.get(value) ?? value;
    if (DIGEST.test(value)) return t("picture", { start: value.slice(0, 8) });
    if (!INSTANT.test(value)) return value;
    const date = new Date(value);
    const day = dayOf(date, writing.timeZone) === today ? t("today") : formatShortDay(date, writing);
    return `${day}, ${formatTimeToSecond(date, writing)}`;
  };
  return (value, field = "", setBy = "") => {
    const key = `value.${CODES[field]}.${String(value)}`;
    return i18n.exists(`audit:${key}`) ? t(key as "value.source.0", { context: setBy }) : write(value);
  };
};
