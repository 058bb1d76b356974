import en from "../../../texts/en/documents.json" with { type: "json" };
import { localeOf } from "../../../shared/languages.ts";
import { dayAsWritten } from "../../../shared/typography.ts";
import { readCatalogue } from "../../platform/lib/catalogue.ts";
import { chooseLanguage } from "../../platform/lib/language.ts";

/** The words a signed document says itself, beside the agreement's own. */
export type Labels = typeof en;

/** The labels in a language. */
export const labelsIn = readCatalogue("documents", en);

/** An instant as people in that place read it, with the name of the zone and its offset then. */
export const momentIn = (language: string, at: string, timeZone: string): string => {
  const date = new Date(at);
  const locale = localeOf(chooseLanguage(language));
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeStyle: "medium", timeZone });
  const words = dayAsWritten(format.format(date), locale);
  const offset = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "longOffset" })
    .formatToParts(date)
    .find(({ type }) => type === "timeZoneName")?.value;
  return timeZone === "UTC" ? `${words} (UTC)` : `${words} (${timeZone}, ${offset?.replace("GMT", "UTC") ?? ""})`;
};
