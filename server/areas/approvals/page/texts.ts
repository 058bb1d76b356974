import en from "../../../../texts/en/approvals.json" with { type: "json" };
import { readCatalogue } from "../../../platform/lib/text/catalogue.ts";

/** The texts of the page behind a decision link in a language. */
export const pageTexts = readCatalogue("approvals", en);
