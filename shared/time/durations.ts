import { localeOf } from "../languages.ts";

/** No line breaks between a number and its unit. */
const joined = (...parts: readonly (number | string)[]): string => parts.join("\u00A0");

/** `1 h 2 min` in English, where units follow their numbers; `1 h 02` in French and German, `1 u 02` in Dutch. */
const formatHours = (minutes: number, language: string): string => {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (language.startsWith("en")) return joined(hours, "h", ...(rest === 0 ? [] : [rest, "min"]));
  return joined(hours, language.startsWith("nl") ? "u" : "h", String(rest).padStart(2, "0"));
};

/** The formatter of days made last: making one costs more than a hundred uses, and a list asks for the same again. */
let daysFormatter: { language: string; format: Intl.NumberFormat } | undefined;

const formatDays = (days: number, language: string): string => {
  if (daysFormatter?.language !== language) {
    const options = { style: "unit", unit: "day", unitDisplay: "long" } as const;
    daysFormatter = { language, format: new Intl.NumberFormat(localeOf(language), options) };
  }
  return daysFormatter.format.format(days);
};

/** `30 min`, `1 h 2 min`, `3 days`; nothing below a minute. */
export const formatDuration = (ms: number, language: string): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return joined(minutes, "min");
  if (minutes < 2880) return formatHours(minutes, language);
  return formatDays(Math.floor(minutes / 1440), language);
};
