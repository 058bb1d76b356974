import { parseJson } from "../../../platform/http/input/json-body.ts";
import { badRequest } from "../../../platform/lib/errors.ts";
import type { Extra } from "../../../platform/lib/record/extra.ts";
import { isObject } from "../../../platform/lib/record/objects.ts";

/** The further keys of a record, as an archive has them in one cell. Errors: `400` unless it is a JSON object. */
export const extraCell = (cell: string | undefined): Extra => {
  if (cell === undefined) return {};
  const value = parseJson(cell);
  if (!isObject(value)) throw badRequest('"extra" must be a JSON object.', "wrong_format", "extra");
  return value;
};
