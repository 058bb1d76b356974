import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";

import { problemOf } from "../../components/edits/use-draft.ts";
import { api, queryClient } from "../../data/api/api.ts";
import { invalidateRegisteredVisitors, sendInvitations } from "./queries.ts";

type Body = Parameters<typeof api.request<"POST /knownvisitors">>[1]["body"];

/** A visitor to be registered. @property problem of the row, which isn't sent then */
export type Registration = {
  /** Identifies a row that is sent again because its response was lost. */
  key: string;
  name: string;
  body: Readonly<Record<string, unknown>>;
  problem?: string | undefined;
};

/** The outcome of a row. Beyond the location's daily limit the visitor is registered, and must be invited later. */
type RegistrationResult =
  | { state: "registered" | "invited" | "over_limit" }
  | { state: "not_registered" | "not_invited"; words: string };

/**
 * Registrations that were sent together. They outlive the panel that shows them, so that the rest can be sent again.
 */
export type Batch = {
  rows: readonly Registration[];
  invites: boolean;
  results: ReadonlyMap<string, RegistrationResult>;
  isRunning: boolean;
};

/** The most sent in parallel. */
const TOGETHER = 4;

// In the query cache, which a log-out empties, because these are names.
const batchQuery = (location: string) =>
  queryOptions<Batch | null>({ queryKey: [location, "registrations"], queryFn: skipToken, gcTime: Infinity });

const change = (location: string, part: (batch: Batch) => Partial<Batch>): void => {
  queryClient.setQueryData<Batch | null>(
    batchQuery(location).queryKey,
    (batch) => batch && { ...batch, ...part(batch) },
  );
};

const inviteOne = async (location: string, id: string, key: string): Promise<RegistrationResult> => {
  try {
    const { queued } = await sendInvitations(location, [id], `${key}-invitation`);
    return { state: queued === 1 ? "invited" : "over_limit" };
  } catch (error) {
    return { state: "not_invited", words: problemOf(error).words };
  }
};

const registerOne = async (location: string, row: Registration, invites: boolean): Promise<RegistrationResult> => {
  try {
    const body = { ...row.body, company_id: location } as Body;
    const { _id, email } = await api.request("POST /knownvisitors", { body, idempotencyKey: row.key });
    return invites && email !== undefined ? await inviteOne(location, _id, row.key) : { state: "registered" };
  } catch (error) {
    return { state: "not_registered", words: problemOf(error).words };
  }
};

/** The rows that are still to be sent. */
export const unsentOf = ({ rows, results }: Batch): Registration[] =>
  rows.filter(({ key, problem }) => {
    const state = results.get(key)?.state ?? "not_registered";
    return problem === undefined && (state === "not_registered" || state === "not_invited");
  });

const warnOfLeaving = (event: BeforeUnloadEvent): void => event.preventDefault();

/** Sends the remaining rows of a location's batch. A visitor who is registered already is not registered twice. */
export const sendBatch = async (location: string): Promise<void> => {
  const batch = queryClient.getQueryData(batchQuery(location).queryKey);
  if (batch === undefined || batch === null || batch.isRunning) return;
  const left = unsentOf(batch);
  const put = (key: string, result: RegistrationResult): void =>
    change(location, ({ results }) => ({ results: new Map(results).set(key, result) }));
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift())
      put(row.key, await registerOne(location, row, batch.invites));
  };
  globalThis.addEventListener("beforeunload", warnOfLeaving);
  change(location, () => ({ isRunning: true }));
  await Promise.all(Array.from({ length: TOGETHER }, work));
  change(location, () => ({ isRunning: false }));
  globalThis.removeEventListener("beforeunload", warnOfLeaving);
  await invalidateRegisteredVisitors(location);
};

/** Sends rows as the location's batch. @param invites whether to invite those with an address in the same step */
export const startBatch = (location: string, rows: readonly Omit<Registration, "key">[], invites: boolean): void => {
  const id = globalThis.crypto.randomUUID();
  const keyed = rows.map((row, index) => ({ ...row, key: `${id}-${index}` }));
  const batch: Batch = { rows: keyed, invites, results: new Map(), isRunning: false };
  queryClient.setQueryData(batchQuery(location).queryKey, batch);
  void sendBatch(location);
};

/** Discards the batch, once its outcome was seen. */
export const forgetBatch = (location: string): void => {
  queryClient.setQueryData(batchQuery(location).queryKey, null);
};

/** The location's batch in progress, or one whose outcome was not seen yet. */
export const useBatch = (location: string): Batch | undefined => useQuery(batchQuery(location)).data ?? undefined;
