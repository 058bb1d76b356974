import { badRequest } from "../errors.ts";

/** How many records of a kind a location has, and the bytes of their texts together. */
export type Total = { records: number; bytes: number };

/** Many times more than anyone would set up. */
const RECORDS_MAX = 500;
const MEBIBYTE = 1024 * 1024;

/**
 * Limits records of a kind that are all read at once, by every kiosk and phone at an entrance.
 * @param field the key that makes such a record large. Errors: `400` for more than 500 records, or for more text than
 * allowed (docs/api-conventions.md).
 */
export const checkTotal = (
  { records, bytes }: Total,
  { kind, field, mebibytes }: { kind: string; field: string; mebibytes: number },
): void => {
  if (records > RECORDS_MAX)
    throw badRequest(`A location has at most ${RECORDS_MAX} ${kind}; remove those that are not used.`, "too_many");
  if (bytes > mebibytes * MEBIBYTE)
    throw badRequest(
      `"${field}" is too long: the texts of all ${kind} of a location have at most ${mebibytes} MiB together.`,
      "too_large",
      field,
    );
};

/** Whether a record is larger than before. */
export const isLarger = (record: unknown, before: unknown): boolean =>
  JSON.stringify(record).length > JSON.stringify(before).length;
