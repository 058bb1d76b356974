import { useTranslation } from "react-i18next";

import { dayOf, formatShortDay, formatTimeToSecond } from "../../shared/format.ts";
import { useWriting } from "../location.ts";
import { useNow } from "../now.ts";
import { useDoors, useVisitTypes } from "../today.ts";
import { isKnownAct, isKnownKind } from "./acts.ts";
import type { Entry } from "./queries.ts";

/** "Signed in", "Visit type changed". */
export const useActWords = (): ((act: string) => string) => {
  const { t } = useTranslation("audit");
  return (act) => (isKnownAct(act) ? t(`act.${act}`) : act);
};

const textOf = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** A name by language is shown in the user's, else in English. */
const inLanguage = (value: unknown, language: string): string | undefined => {
  if (typeof value !== "object" || value === null) return textOf(value);
  return textOf(Reflect.get(value, language)) ?? textOf(Reflect.get(value, "en")) ?? textOf(Object.values(value)[0]);
};

/** What a record is called, by what the entry holds of it; undefined when it says nothing. */
export const nameOfRecord = ({ before, after }: Entry, language: string): string | undefined => {
  const record = after ?? before ?? {};
  const person = [record["first_name"], record["last_name"]].map(textOf).filter((part) => part !== undefined);
  return (
    (person.length > 0 ? person.join(" ") : undefined) ??
    textOf(record["cn"]) ??
    inLanguage(record["name"], language) ??
    textOf(record["url"]) ??
    textOf(record["event"])
  );
};

/** Who it was: their name, else what they are. */
export const useActor = (): ((actor: Entry["actor"]) => string) => {
  const { t } = useTranslation("audit");
  return ({ name, kind }) => name ?? (isKnownKind(kind) ? t(`kind.${kind}`) : kind);
};

const ID = /^[0-9a-f]{24}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const DIGEST = /^[0-9a-f]{64}$/;

/** A value of a record as people read it: times by the location's clock, visit types and doors by name. */
export const useValue = (): ((value: unknown) => string) => {
  const { t } = useTranslation("audit");
  const writing = useWriting();
  const today = dayOf(new Date(useNow()), writing.timeZone);
  const named = new Map([...useVisitTypes(), ...useDoors()].map(({ _id, name }) => [_id, name]));
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
  return write;
};
