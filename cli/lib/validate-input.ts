import type { TSchema } from "typebox";

import { HttpError } from "../../server/platform/lib/errors.ts";
import { compileValidator, newAjv } from "../../server/platform/http/input/validate.ts";
import { wrongUsage } from "./command.ts";

/**
 * Validates command-line input against the contract of the same action over HTTP. Errors: wrong usage, in the
 * contract's words.
 */
export const validateInput = (schema: TSchema, body: unknown): void => {
  try {
    compileValidator(newAjv(), schema, "command", "")(body);
  } catch (error) {
    if (!(error instanceof HttpError)) throw error;
    throw wrongUsage(error.reason.replace(/ See .*$/s, ""));
  }
};
