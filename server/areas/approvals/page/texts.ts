import en from "../../../../texts/en/approvals.json" with { type: "json" };
import { readCatalogue } from "../../../platform/lib/catalogue.ts";

/** What the page behind a decision link says in a language. */
export const pageTexts = readCatalogue("approvals", en);
