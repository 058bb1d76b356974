import { parse } from "csv-parse/sync";

import { runLoggedQuery } from "../../platform/events/log.ts";
import { TextBody } from "../../platform/http/body.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { normalize } from "../../platform/http/normalize.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { compileValidator, newAjv } from "../../platform/http/validate.ts";
import { badRequest, HttpError } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/ids.ts";
import { iso } from "../../platform/lib/time.ts";
import { HostRow } from "./contract.ts";
import * as store from "./store.ts";

type Row = Static<typeof HostRow>;

const COLUMNS = ["cn", "telephoneNumber", "mobile", "mail"];

const checkRow = compileValidator(newAjv(), HostRow, "row", " See POST /companies/{company_id}/visitees/bulk.");

const header = (names: string[]): string[] => {
  const trimmed = names.map((name) => name.trim());
  if (!trimmed.includes("cn"))
    throw badRequest(`The first line of the CSV must be the header ${COLUMNS.join(",")}.`, "unreadable_body");
  const doubled = trimmed.find((name, n) => name !== "" && trimmed.indexOf(name) !== n);
  if (doubled !== undefined)
    throw badRequest(
      `The header of the CSV has the column "${doubled.slice(0, 100)}" more than once.`,
      "unreadable_body",
    );
  return trimmed;
};

/** The rows of a CSV text. Errors: `400` for a header that lacks a column or a row that can't be read. */
const csvRows = (text: string): unknown[] => {
  try {
    return parse(text, { columns: header, bom: true, skip_empty_lines: true, relax_column_count_less: true });
  } catch (error) {
    if (error instanceof HttpError) throw error;
    const line: unknown = error instanceof Error && "lines" in error ? error.lines : undefined;
    throw badRequest(
      `The CSV could not be read${typeof line === "number" ? ` at line ${line}` : ""}.`,
      "unreadable_body",
    );
  }
};

/** Whether a row has no value at all, as spreadsheets leave below a list (rules 5.3). */
const isEmpty = (row: unknown, fromCsv: boolean): boolean =>
  typeof row === "object" &&
  row !== null &&
  !Array.isArray(row) &&
  Object.values(row).every((value) => value === null || (fromCsv && String(value).trim() === ""));

/** One row as it is stored; blank values are absent. Errors: `400` with the row's number. */
const readRow = (given: unknown, index: number, fromCsv: boolean): store.ExternalHost => {
  const sent = typeof given === "object" && given !== null && !Array.isArray(given) ? given : undefined;
  const filled =
    sent &&
    Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== null && (value !== "" || !fromCsv)));
  const row = normalize(HostRow, filled, fromCsv);
  try {
    checkRow(row);
  } catch (error) {
    throw error instanceof HttpError
      ? badRequest(`Row ${index + 1}: ${error.reason}`, error.body.code ?? "wrong_format", `[${index}]`)
      : error;
  }
  // Safe: checkRow has just validated it against the contract.
  const { cn, mail, mobile, telephoneNumber } = row as Row;
  return { cn, mail: mail?.toLowerCase() ?? null, mobile: mobile ?? null, telephone_number: telephoneNumber ?? null };
};

/** A row and the stored host it replaces, if any; `same` if nothing of it changed. */
type Match = { host: store.StoredExternalHost; found: boolean; same: boolean };

const sameAs = (a: store.ExternalHost, b: store.ExternalHost): boolean =>
  a.cn === b.cn && a.mail === b.mail && a.mobile === b.mobile && a.telephone_number === b.telephone_number;

/** Stored hosts by one of their keys; of namesakes the oldest is last, and is the one used. */
const index = (
  stored: readonly store.StoredExternalHost[],
  key: (host: store.ExternalHost) => string | null,
): Map<string, store.StoredExternalHost[]> => {
  const lines = new Map<string, store.StoredExternalHost[]>();
  for (const host of stored.toReversed()) {
    const name = key(host);
    const line = name === null ? undefined : lines.get(name);
    if (line !== undefined) line.push(host);
    else if (name !== null) lines.set(name, [host]);
  }
  return lines;
};

/**
 * Matches each row with a stored host: first all rows by email, then the others by name. Each stored host is matched
 * once.
 */
const match = (
  ctx: RequestContext,
  location: string,
  rows: readonly store.ExternalHost[],
  stored: readonly store.StoredExternalHost[],
): Match[] => {
  const free = new Set(stored);
  const take = (line: store.StoredExternalHost[] = []): store.StoredExternalHost | undefined => {
    for (let host = line.pop(); host !== undefined; host = line.pop()) if (free.delete(host)) return host;
    return undefined;
  };
  const byMail = index(stored, ({ mail }) => mail);
  const mailed = rows.map(({ mail }) => (mail === null ? undefined : take(byMail.get(mail))));
  const byName = index(stored, ({ cn }) => cn);
  return rows.map((row, n) => {
    const old = mailed[n] ?? take(byName.get(row.cn));
    const host = { ...row, _id: old?._id ?? newId(location, ctx.now) };
    return { host, found: old !== undefined, same: old !== undefined && sameAs(old, row) };
  });
};

/** An upload that removes more needs a confirmation, unless it removes few (rules 5.3). */
const REMOVED_SHARE_MAX = 0.2;
const REMOVED_FEW = 10;

const checkRemovals = (removed: number, stored: number): void => {
  const isMany = removed > Math.max(REMOVED_FEW, stored * REMOVED_SHARE_MAX);
  if (!isMany && (removed === 0 || removed < stored)) return;
  throw badRequest(
    `This upload would remove ${removed} of the ${stored} external hosts. If that is intended, send it again with ?confirm=true.`,
    "confirm_needed",
    "confirm",
  );
};

export type UploadResult = { received: number; created: number; updated: number; removed: number };

/**
 * Replaces the external hosts of a location (rules 5): all of them or, on an error, none.
 * @param confirmed whether it may remove many or all of them
 * Errors: `400` naming the first bad row, or with the counts where a confirmation is needed.
 */
export const upload = (
  ctx: RequestContext,
  location: string,
  body: unknown,
  confirmed: boolean,
): Promise<UploadResult> => {
  const fromCsv = body instanceof TextBody;
  const given = body instanceof TextBody ? csvRows(body.text) : Array.isArray(body) ? body : [];
  const rows = given.flatMap((row, index) => (isEmpty(row, fromCsv) ? [] : [readRow(row, index, fromCsv)]));
  return inTransaction(ctx, async (inner) => {
    const stored = await store.lockExternalHosts(inner.db, location);
    const matches = match(ctx, location, rows, stored);
    const taken = new Set(matches.map(({ host }) => host._id));
    const removedIds = stored.filter(({ _id }) => !taken.has(_id)).map(({ _id }) => _id);
    if (!confirmed) checkRemovals(removedIds.length, stored.length);
    const changed = matches.filter(({ same }) => !same).map(({ host }) => host);
    await store.saveExternalHosts(inner.db, location, changed, iso(ctx.now));
    await inner.db.rows(store.deleteExternalHosts(location, removedIds));
    const replaced = new Set([...changed.map(({ _id }) => _id), ...removedIds]);
    // One entry for all of them: ten thousand before-and-after entries would hide what was done.
    const body = { before: { hosts: stored.filter(({ _id }) => replaced.has(_id)) }, after: { hosts: changed } };
    if (replaced.size > 0)
      await runLoggedQuery(inner, store.locationRow(location), {
        location,
        action: "host.upload",
        subject: "hosts",
        body,
      });
    const updated = matches.filter(({ found }) => found).length;
    return { received: rows.length, created: rows.length - updated, updated, removed: removedIds.length };
  });
};
