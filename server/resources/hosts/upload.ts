import { foldForSearch } from "../../../shared/text/folding.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { TableBody } from "../../platform/http/input/body.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { normalize } from "../../platform/http/input/normalize.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { compileValidator, newAjv } from "../../platform/http/input/validate.ts";
import { badRequest, HttpError } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { jsonOfList, mapInSlices, slicesOf } from "../../platform/lib/async/slices.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { HostRow } from "./contract.ts";
import * as store from "./store.ts";

type Row = Static<typeof HostRow>;

const COLUMNS = ["cn", "telephoneNumber", "mobile", "mail"];

const checkRow = compileValidator(newAjv(), HostRow, "row", " See POST /companies/{company_id}/visitees/bulk.");

const header = (names: readonly string[]): string[] => {
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

/** The most rows of an upload; a CSV is refused while it is read (platform/http/input/bodies/table.ts). */
const ROWS_MAX = 100_000;

/** The rows that were sent. Errors: `400` for a header that lacks a column, and for too many rows. */
const sentRows = async (body: unknown): Promise<unknown[]> => {
  if (body instanceof TableBody) {
    const [first, ...rows] = body.rows;
    if (first === undefined) return [];
    const names = header(first);
    return mapInSlices(rows, (cells) => Object.fromEntries(cells.map((cell, n) => [names[n], cell])));
  }
  const rows: unknown[] = Array.isArray(body) ? body : [];
  if (rows.length > ROWS_MAX)
    throw badRequest(`Row ${ROWS_MAX + 1}: send at most ${ROWS_MAX} rows.`, "too_large", `[${ROWS_MAX}]`);
  return rows;
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
type Match = { host: store.StoredExternalHost; old: store.StoredExternalHost | undefined; same: boolean };

const sameAs = (a: store.ExternalHost, b: store.ExternalHost): boolean =>
  a.cn === b.cn && a.mail === b.mail && a.mobile === b.mobile && a.telephone_number === b.telephone_number;

/** Stored hosts by one of their keys; of namesakes the oldest is last, and is the one used. */
const index = async (
  stored: readonly store.StoredExternalHost[],
  key: (host: store.ExternalHost) => string | null,
): Promise<Map<string, store.StoredExternalHost[]>> => {
  const lines = new Map<string, store.StoredExternalHost[]>();
  for await (const slice of slicesOf(stored.toReversed()))
    for (const host of slice) {
      const name = key(host);
      const line = name === null ? undefined : lines.get(name);
      if (line !== undefined) line.push(host);
      else if (name !== null) lines.set(name, [host]);
    }
  return lines;
};

/**
 * Matches each row with a stored host: first all rows by email, then the others by name to the letter, then by its
 * folding. Each stored host is matched once.
 */
const match = async (
  ctx: RequestContext,
  location: string,
  rows: readonly store.ExternalHost[],
  stored: readonly store.StoredExternalHost[],
): Promise<{ matches: Match[]; removed: store.StoredExternalHost[] }> => {
  const taken = new Set<store.StoredExternalHost>();
  const take = (line: store.StoredExternalHost[] = []): store.StoredExternalHost | undefined => {
    for (let host = line.pop(); host !== undefined; host = line.pop()) if (!taken.has(host)) return host;
    return undefined;
  };
  const takeBy = (line: store.StoredExternalHost[] | undefined): store.StoredExternalHost | undefined => {
    const host = take(line);
    if (host !== undefined) taken.add(host);
    return host;
  };
  const byMail = await index(stored, ({ mail }) => mail);
  const mailed = await mapInSlices(rows, ({ mail }) => (mail === null ? undefined : takeBy(byMail.get(mail))));
  const byName = await index(stored, ({ cn }) => cn);
  const named = await mapInSlices(rows, ({ cn }, n) => mailed[n] ?? takeBy(byName.get(cn)));
  const bySpelling = await index(stored, ({ cn }) => foldForSearch(cn));
  const matches = await mapInSlices(rows, (row, n) => {
    const old = named[n] ?? takeBy(bySpelling.get(foldForSearch(row.cn)));
    const host = { ...row, _id: old?._id ?? newId(location, ctx.now) };
    return { host, old, same: old !== undefined && sameAs(old, row) };
  });
  return { matches, removed: stored.filter((host) => !taken.has(host)) };
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

/** How many hosts are written by one statement. */
const SAVED_AT_ONCE = 5_000;

/** The records before and after, as the text of the log entry: that of 100,000 hosts is long. */
const bodyText = async (before: readonly object[], after: readonly object[]): Promise<string> =>
  `{"before":{"hosts":${await jsonOfList(before)}},"after":{"hosts":${await jsonOfList(after)}}}`;

/**
 * Replaces the external hosts of a location (rules 5): all of them or, on an error, none.
 * @param confirmed whether it may remove many or all of them
 * Errors: `400` naming the first bad row, or with the counts where a confirmation is needed.
 */
export const upload = async (
  ctx: RequestContext,
  location: string,
  body: unknown,
  confirmed: boolean,
): Promise<UploadResult> => {
  const fromCsv = body instanceof TableBody;
  const read = await mapInSlices(await sentRows(body), (row, n) =>
    isEmpty(row, fromCsv) ? undefined : readRow(row, n, fromCsv),
  );
  const rows = read.filter((row) => row !== undefined);
  return inTransaction(ctx, async (inner) => {
    const stored = await store.lockExternalHosts(inner.db, location);
    const { matches, removed } = await match(ctx, location, rows, stored);
    if (!confirmed) checkRemovals(removed.length, stored.length);
    const changes = matches.filter(({ same }) => !same);
    const changed = changes.map(({ host }) => host);
    for await (const slice of slicesOf(changed, SAVED_AT_ONCE))
      await store.saveExternalHosts(inner.db, location, slice, iso(ctx.now));
    await store.deleteExternalHosts(
      inner.db,
      location,
      removed.map(({ _id }) => _id),
    );
    const replaced = [...changes.flatMap(({ old }) => old ?? []), ...removed];
    // One entry for all of them: ten thousand before-and-after entries would hide what was done.
    if (changed.length + removed.length > 0)
      await runLoggedQuery(inner, store.locationRow(location), {
        location,
        action: "host.upload",
        subject: "hosts",
        body: await bodyText(replaced, changed),
      });
    const updated = matches.filter(({ old }) => old !== undefined).length;
    return { received: rows.length, created: rows.length - updated, updated, removed: removed.length };
  });
};
