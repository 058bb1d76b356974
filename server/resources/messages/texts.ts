import en from "../../../texts/en/messages.json" with { type: "json" };
import { readCatalogue } from "../../platform/lib/catalogue.ts";

/** The texts of mails and SMS in a language. Of a span of days the last day is part of it; of hours, the last hour is not. */
export const messageTexts = readCatalogue("messages", en);
