import { randomBytes } from "node:crypto";

import type { Context } from "../../platform/context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { seal, unseal } from "../../platform/lib/secret/sealing.ts";
import type { Encoding } from "../../../shared/import/decode.ts";
import type { ImportRow } from "./store.ts";

/** A row of a file: its number below the heading, from 1, and its cells. */
export type FileRow = [number: number, ...cells: string[]];

const KEY_BYTES = 32;
const purposeOf = (id: string): string => `import ${id}`;

type Secrets = Pick<Context, "secretKey" | "previousKey">;

/** A key for what an import stores, and its sealed form. */
export const newRowKey = ({ secretKey }: Secrets, id: string): { key: string; sealed_key: string } => {
  const key = randomBytes(KEY_BYTES).toString("hex");
  return { key, sealed_key: seal(secretKey, purposeOf(id), key) };
};

/** The key of an import. Errors: `400` if the service's key has changed since, and its previous one isn't set. */
export const rowKeyOf = (context: Secrets, { _id, sealed_key }: Pick<ImportRow, "_id" | "sealed_key">): string => {
  const key = unseal(context, purposeOf(_id), sealed_key);
  if (key === undefined)
    throw badRequest("The secret key has changed since this file was sent. Send the file again.", "not_found");
  return key;
};

const rowsPurpose = (id: string, n: number): string => `import ${id} ${n}`;

/** Rows as they are stored. @param n tells them from others of the import */
export const sealRows = (key: string, id: string, n: number, rows: readonly unknown[]): string =>
  seal(key, rowsPurpose(id, n), JSON.stringify(rows));

/** The rows that were sealed. */
export const openRows = (key: string, id: string, n: number, sealed: string): FileRow[] => {
  const text = unseal({ secretKey: key, previousKey: undefined }, rowsPurpose(id, n), sealed);
  if (text === undefined) throw new Error("rows of an import can't be opened");
  // Safe: `sealRows` wrote it.
  return JSON.parse(text) as FileRow[];
};

// oxlint-disable-next-line no-control-regex -- all that isn't ASCII
const BEYOND_ASCII = /[^\u0000-\u007f]/;

/** Makes the reader of cells that were stored byte by byte, before the file's encoding was known. */
export const makeCellDecoder = (encoding: string | undefined): ((cell: string) => string) => {
  if (encoding !== "utf-8" && encoding !== "windows-1252") return (cell) => cell;
  const decoder = new TextDecoder(encoding satisfies Encoding);
  return (cell) => (BEYOND_ASCII.test(cell) ? decoder.decode(Buffer.from(cell, "latin1")) : cell);
};
