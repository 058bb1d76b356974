import en from "../../../texts/en/exports.json" with { type: "json" };
import { readCatalogue } from "../../platform/lib/catalogue.ts";

/** The words of an export that are not the location's own, in a language. */
export const exportTexts = readCatalogue("exports", en);

export type Label = keyof typeof en;

/** Whether there is a word of that name. */
export const isLabel = (name: string): name is Label => Object.hasOwn(exportTexts("en"), name);
