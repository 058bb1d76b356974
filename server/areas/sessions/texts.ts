import en from "../../../texts/en/sessions.json" with { type: "json" };
import { readCatalogue } from "../../platform/lib/text/catalogue.ts";

/** Why a user could not log in at the identity provider. */
export type SignInProblem = keyof (typeof en)["problems"];

/** The texts of the pages in a language; `%provider%` is where users log in. */
export const sessionTexts = readCatalogue("sessions", en);
