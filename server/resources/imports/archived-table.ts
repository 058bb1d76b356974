import { posix } from "node:path";

import { IMPORT_TARGETS, type ImportTarget } from "../../../shared/import/presets.ts";
import { isWorkbook } from "../../../shared/import/workbook.ts";
import { begin } from "./file-rows.ts";
import { zipFiles } from "../../platform/http/input/zip-files.ts";
import { badRequest } from "../../platform/lib/errors.ts";

const NAME_AT = 30;
const FIRST_BYTES = 512;
/** A bomb ends here. */
const UNPACKED_BYTES_MAX = 2 * 1024 * 1024 * 1024;
/** What a workbook begins with. */
const OF_WORKBOOK = /^(?:\[Content_Types\]|_rels\/|docProps\/|xl\/|customXml\/)/;
const TABLES: ReadonlySet<string> = new Set([".csv", ".tsv", ".txt"]);

const isArchive = (first: Uint8Array): boolean =>
  isWorkbook(first) && !OF_WORKBOOK.test(Buffer.from(first.subarray(NAME_AT)).toString("latin1"));

/** Whether a file of an archive is that of a kind of record: named after it, or a table that is named after no other. */
const isTableOf = (target: ImportTarget, path: string): boolean => {
  const { name, ext } = posix.parse(path);
  return TABLES.has(ext.toLowerCase()) && (name === target || !IMPORT_TARGETS.some((other) => other === name));
};

/**
 * The table in a file that arrives: of an archive, the one of a kind of record; any other file as it is. Errors: `400` for
 * an archive without one, UnreadableZip.
 */
export async function* tableIn(
  given: AsyncGenerator<Uint8Array>,
  target: ImportTarget,
): AsyncGenerator<Uint8Array, void> {
  const pieces = given[Symbol.asyncIterator]();
  const first = await begin(pieces, FIRST_BYTES);
  const whole = (async function* () {
    yield first;
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) yield next.value;
  })();
  if (!isArchive(first)) return yield* whole;
  for await (const { path, parts } of zipFiles(whole, UNPACKED_BYTES_MAX))
    if (isTableOf(target, path)) {
      yield* parts;
      // The rest has to arrive, and is looked at no more.
      while ((await pieces.next()).done !== true);
      return;
    }
  throw badRequest(`The archive has no file "${target}.csv".`, "unreadable_body");
}
