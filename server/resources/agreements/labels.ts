import en from "../../../texts/en/documents.json" with { type: "json" };
import { localeOf } from "../../../shared/languages.ts";
import { dayAsWritten } from "../../../shared/text/typography.ts";
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";
import { chooseLanguage } from "../../platform/lib/text/language.ts";

/** The fixed words of a signed document, besides the agreement's own text. */
export type Labels = typeof en;

/** The labels in a language. */
export const labelsIn = readCatalogue("documents", en);

/** An instant in the location's time zone, with the zone's name and its offset at that time. */
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
