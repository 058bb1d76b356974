import en from "../../../texts/en/messages.json" with { type: "json" };
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";

/**
 * The texts of emails and SMS in a language. A span of days includes its last day; a span of hours excludes its last
 * hour.
 */
export const messageTexts = readCatalogue("messages", en);
