import en from "../../../texts/en/exports.json" with { type: "json" };
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";

/** The fixed words of an export in a language; other labels come from the location. */
export const exportTexts = readCatalogue("exports", en);

export type Label = keyof typeof en;

/** Whether there is a label of that name. */
export const isLabel = (name: string): name is Label => Object.hasOwn(exportTexts("en"), name);
