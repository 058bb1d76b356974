import type { TSchema } from "../../../platform/http/contract/schemas.ts";
import { checkValue } from "../../../platform/http/input/json-body.ts";
import { normalize } from "../../../platform/http/input/normalize.ts";
import { compileValidator, newAjv } from "../../../platform/http/input/validate.ts";
import { HttpError } from "../../../platform/lib/errors.ts";
import type { Refusal } from "./target.ts";

/** What a refusal of the interface says, without the hint where to look. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof HttpError)) throw error;
  const { message, field } = error.body as { message: string; field?: string };
  return { ...(field === undefined ? {} : { key: field }), reason: message };
};

/** Makes the check of a row by the contract of its record: it judges as the interface judges a body. */
export const makeJudge = (
  schema: TSchema,
): ((given: Record<string, unknown>) => { body: unknown } | { refusal: Refusal }) => {
  const check = compileValidator(newAjv(), schema, "row", "");
  return (given) => {
    try {
      checkValue(given);
      const body = normalize(schema, given, false);
      check(body);
      return { body };
    } catch (error) {
      return { refusal: refusalOf(error) };
    }
  };
};
