import type { TSchema } from "typebox";

import { HttpError } from "../../server/platform/lib/errors.ts";
import { compileValidator, newAjv } from "../../server/platform/http/validate.ts";
import { wrongUsage } from "./command.ts";

/**
 * Holds what was given on the command line against the contract of the same act over HTTP.
 * Errors: wrong usage, in the contract's words.
 */
export const validateInput = (schema: TSchema, body: unknown): void => {
  try {
    compileValidator(newAjv(), schema, "command", "")(body);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw wrongUsage(error.reason.replace(/ See .*$/s, ""));
  }
};
