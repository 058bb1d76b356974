import { FoyerError } from "../../../../../client/client.ts";
import { createStore, useStore } from "../../../../shared/store.ts";
import { api, queryClient } from "../../../data/api/api.ts";
import {
  type Evacuation,
  evacuationQuery,
  evacuationsQuery,
  deleteStoredEvacuations,
  deleteMarks,
  saveEvacuation,
  saveMark,
  loadEvacuation,
  loadMarks,
  type StoredMark,
} from "../../../data/session/evacuation-storage.ts";
import { serverIdOf, setServerId } from "./server-ids.ts";
import { isLocal, newLocalId } from "../people.ts";

/** Why marks wait: no network (or no service), or the user is logged out. */
type SyncProblem = "network" | "login";

/** What the service must hear of an evacuation that began on this phone. */
type LocalStart = Pick<Evacuation, "_id" | "company_id" | "drill" | "started">;

/**
 * A mark says itself how its evacuation began, where the service has not heard of that: it arrives even if the kept list is gone,
 * also because the user logged out or another tab began one.
 */
type PendingMark = StoredMark & { begin?: LocalStart };

type SyncState = {
  marks: readonly PendingMark[];
  /** By location: another's session or evacuation says nothing of this one. */
  problems: ReadonlyMap<string, SyncProblem>;
  /** Evacuations that began on this phone, until the service knows them. */
  begun: readonly Evacuation[];
};

const WAITS_MS = [1000, 2000, 4000, 8000, 15_000];
const MARKS_MAX = 500;
/** The service takes no longer time than this. */
const SECONDS_MAX = 86_400;

const state = createStore<SyncState>({ marks: [], problems: new Map(), begun: [] });
let isSending = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

const set = (next: Partial<SyncState>): void => state.set({ ...state.get(), ...next });

const secondsSince = (at: number): number => Math.max(0, (Date.now() - at) / 1000);

/** A phone that was put away must not begin an evacuation a day later. */
const isExpired = (at: number): boolean => secondsSince(at) > SECONDS_MAX;

const read = async (location: string, id: string): Promise<Evacuation> => {
  const query = evacuationQuery(location, id);
  // An answer that is on its way may not have what the service has heard since.
  await queryClient.cancelQueries({ queryKey: query.queryKey, exact: true });
  const [evacuation] = await Promise.all([
    queryClient.fetchQuery({ ...query, staleTime: 0 }),
    queryClient.invalidateQueries(
      { queryKey: evacuationsQuery(location).queryKey, exact: true },
      // Where the list does not have it yet, the page would say that none goes on.
      { throwOnError: true },
    ),
  ]);
  return evacuation;
};

const isOfLocalEvacuation = ({ evacuation }: PendingMark): boolean => isLocal({ _id: evacuation });

const withServerId = (mark: PendingMark): PendingMark => ({ ...mark, evacuation: serverIdOf(mark.evacuation) });

/** The service's id of it. The service may answer with another marshal's, or another tab's, which goes on already. */
const reportStart = async ({ _id: local, company_id: location, drill, started }: LocalStart): Promise<string> => {
  const known = serverIdOf(local);
  if (known !== local) return known;
  const { _id: id } = await api.request("POST /companies/{company_id}/evacuations", {
    params: { company_id: location },
    body: { drill, seconds_ago: secondsSince(Date.parse(started)) },
  });
  setServerId(local, id);
  return id;
};

/** A reload must not begin again what the service knows; the page that would write the list may not be open. */
const replaceStoredEvacuation = async (local: string, evacuation: Evacuation): Promise<void> => {
  const list = await loadEvacuation(evacuation.company_id);
  if (list?.evacuation._id === local) await saveEvacuation({ ...list, evacuation });
};

/**
 * Tells the service of an evacuation that began here. Its marks go to the one that is answered: those of before in one step with
 * the answer, those made from then on at once (mark). They are kept so before the list is, which is what a reload would tell again.
 */
const syncStart = async (begin: LocalStart): Promise<void> => {
  const id = await reportStart(begin);
  const refs = new Set(
    state
      .get()
      .marks.filter(({ evacuation }) => evacuation === begin._id)
      .map(({ ref }) => ref),
  );
  set({ marks: state.get().marks.map(withServerId) });
  await Promise.all(
    state
      .get()
      .marks.filter(({ ref }) => refs.has(ref))
      .map(saveMark),
  );
  await replaceStoredEvacuation(begin._id, await read(begin.company_id, id));
  set({ begun: state.get().begun.filter(({ _id }) => _id !== begin._id) });
};

const drop = async (marks: readonly PendingMark[]): Promise<void> => {
  const refs = new Set(marks.map(({ ref }) => ref));
  await deleteMarks([...refs]);
  set({ marks: state.get().marks.filter(({ ref }) => !refs.has(ref)) });
};

const send = async (marks: readonly PendingMark[], params: { company_id: string; id: string }): Promise<void> => {
  await api.request("POST /companies/{company_id}/evacuations/{id}/marks", {
    params,
    body: {
      marks: marks.map(({ ref, visitor, safe, at }) => ({
        ref,
        visitor_id: visitor,
        safe,
        seconds_ago: Math.min(SECONDS_MAX, secondsSince(at)),
      })),
    },
  });
  // They stay on the list until it shows them, so that no visitor reappears for a moment.
  await read(params.company_id, params.id).catch(() => undefined);
};

const sendMarks = async ({ location, evacuation: id }: PendingMark): Promise<void> => {
  const together = state
    .get()
    .marks.filter(({ evacuation }) => evacuation === id)
    .slice(0, MARKS_MAX);
  try {
    await send(together, { company_id: location, id });
  } catch (error) {
    // The evacuation is gone with its location: there is nothing to mark in.
    if (!(error instanceof FoyerError && error.status === 404)) throw error;
  }
  await drop(together);
};

/** An item to send: an evacuation that began here, or marks of one that the service knows. */
type SyncTask = { evacuation: string; location: string; run: () => Promise<void> };

/** What comes next. A mark of an evacuation that the service has not heard of is never sent and never dropped: it waits. */
const nextTask = (failed: ReadonlyMap<string, unknown>): SyncTask | undefined => {
  const begins: readonly LocalStart[] = [
    ...state.get().begun,
    ...state.get().marks.flatMap((one) => (isOfLocalEvacuation(one) ? (one.begin ?? []) : [])),
  ];
  const begin = begins.find(({ _id }) => !failed.has(_id));
  if (begin !== undefined) return { evacuation: begin._id, location: begin.company_id, run: () => syncStart(begin) };
  const first = state.get().marks.find((one) => !isOfLocalEvacuation(one) && !failed.has(one.evacuation));
  return first && { evacuation: first.evacuation, location: first.location, run: () => sendMarks(first) };
};

const syncProblemOf = (error: unknown): SyncProblem =>
  error instanceof FoyerError && error.status === 403 ? "login" : "network";

/** One that is refused keeps no other waiting: on a shared phone its marshal may be gone. */
const sendAll = async (): Promise<void> => {
  const failed = new Map<string, [location: string, problem: SyncProblem]>();
  for (let task = nextTask(failed); task !== undefined; task = nextTask(failed))
    try {
      await task.run();
    } catch (error) {
      failed.set(task.evacuation, [task.location, syncProblemOf(error)]);
    }
  set({ problems: new Map(failed.values()) });
  if (failed.size > 0) timer = setTimeout(flush, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
  failures = failed.size > 0 ? failures + 1 : 0;
};

/** Sends what waits, now; what fails is tried again, later and later. */
const flush = (): void => {
  if (isSending || nextTask(new Map()) === undefined) return;
  isSending = true;
  clearTimeout(timer);
  void sendAll().finally(() => (isSending = false));
};

/** Later than every mark that waits, also where the clock was set back in between: a visitor's latest mark counts. */
const nextMarkTime = (): number => Math.max(Date.now(), ...state.get().marks.map(({ at }) => at + 1));

/** Marks a visitor safe, or takes it back. It is on this phone before it is sent, and until the service has it. */
export const mark = ({ _id, company_id, drill, started }: Evacuation, visitor: string, safe: boolean): void => {
  const evacuation = serverIdOf(_id);
  const at = nextMarkTime();
  const made: PendingMark = {
    // Of marks that the service takes to be of one time, the last name counts.
    ref: `${at}-${newLocalId()}`,
    location: company_id,
    evacuation,
    visitor,
    safe,
    at,
    ...(isLocal({ _id: evacuation }) ? { begin: { _id, company_id, drill, started } } : {}),
  };
  set({ marks: [...state.get().marks, made] });
  void saveMark(made).then(flush);
};

/** An evacuation that began here while there was no network. */
export const startLocally = (evacuation: Evacuation): void => {
  set({
    begun: [...state.get().begun, evacuation],
    problems: new Map([...state.get().problems, [evacuation.company_id, "network"]]),
  });
  flush();
};

/** Reads what waited on this phone from before, and sends it. */
export const loadStoredMarks = async (): Promise<void> => {
  const kept: readonly PendingMark[] = await loadMarks();
  const over = kept.filter((one) => isOfLocalEvacuation(one) && isExpired(one.at));
  await deleteMarks(over.map(({ ref }) => ref));
  const known = new Set([...over, ...state.get().marks].map(({ ref }) => ref));
  set({ marks: [...state.get().marks, ...kept.filter(({ ref }) => !known.has(ref)).map(withServerId)] });
  flush();
};

/** Takes an evacuation that a reload found on this phone and that the service does not know. */
const resumeLocalStart = (evacuation: Evacuation): void => {
  if (!state.get().begun.some(({ _id }) => _id === evacuation._id)) startLocally(evacuation);
};

const isLocalOnly = ({ _id }: Evacuation): boolean => isLocal({ _id: serverIdOf(_id) });

/** Takes up what this phone keeps of a location, where the service has not heard of it and it is not over. */
export const resumeStoredEvacuation = async (location: string): Promise<void> => {
  const list = await loadEvacuation(location);
  if (list === undefined || !isLocalOnly(list.evacuation)) return;
  if (isExpired(Date.parse(list.evacuation.started))) await deleteStoredEvacuations(location);
  else resumeLocalStart(list.evacuation);
};

/** Forgets the list of a location at which none goes on. One that the service has not heard of has not ended. */
export const deleteEndedEvacuation = async (location: string): Promise<void> => {
  const list = await loadEvacuation(location);
  if (list !== undefined && !isLocalOnly(list.evacuation)) await deleteStoredEvacuations(location);
};

/** Ends it, once all marks are there. Errors: FoyerError, or no network. */
export const endEvacuation = async ({ _id: id, company_id: location }: Evacuation): Promise<void> => {
  flush();
  await api.request("POST /companies/{company_id}/evacuations/{id}/end", { params: { company_id: location, id } });
  await deleteStoredEvacuations(location);
  await read(location, id);
};

globalThis.addEventListener("online", flush);

/** What waits on this phone, and why. */
export const useMarkSync = (): SyncState => useStore(state);
