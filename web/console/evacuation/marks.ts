import { useSyncExternalStore } from "react";

import { FoyerError } from "../../../client/client.ts";
import { foyer, queries } from "../api.ts";
import {
  type Evacuation,
  evacuationQuery,
  evacuationsQuery,
  forgetLists,
  forgetMarks,
  keepMark,
  keptMarks,
  type KeptMark,
} from "../kept-list.ts";
import { isLocal, newName } from "./people.ts";

/** How sending stands: nothing wrong, no network (or no service), or nobody is logged in any more. */
export type Trouble = "none" | "network" | "login";

type Sending = {
  marks: readonly KeptMark[];
  trouble: Trouble;
  /** Evacuations that began on this phone, until the service knows them. */
  begun: readonly Evacuation[];
};

const WAITS_MS = [1000, 2000, 4000, 8000, 15_000];
const MARKS_MOST = 500;

let state: Sending = { marks: [], trouble: "none", begun: [] };
let isSending = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
const watchers = new Set<() => void>();

const set = (next: Partial<Sending>): void => {
  state = { ...state, ...next };
  for (const watcher of watchers) watcher();
};

const secondsSince = (at: number): number => Math.max(0, (Date.now() - at) / 1000);

const read = async (location: string, id: string): Promise<void> => {
  await Promise.all([
    queries.fetchQuery({ ...evacuationQuery(location, id), staleTime: 0 }),
    queries.invalidateQueries({ queryKey: evacuationsQuery(location).queryKey, exact: true }),
  ]);
};

/** Tells the service of an evacuation that began here; it may be another marshal's by then. Marks go to that one. */
const tellBegin = async (begun: Evacuation): Promise<void> => {
  const location = begun.company_id;
  const told = await foyer.request("POST /companies/{company_id}/evacuations", {
    params: { company_id: location },
    body: { drill: begun.drill, seconds_ago: secondsSince(Date.parse(begun.started)) },
  });
  const moved = state.marks
    .filter(({ evacuation }) => evacuation === begun._id)
    .map((mark) => ({ ...mark, evacuation: told._id }));
  await Promise.all(moved.map(keepMark));
  const refs = new Map(moved.map((mark) => [mark.ref, mark]));
  await read(location, told._id);
  set({
    begun: state.begun.filter(({ _id }) => _id !== begun._id),
    marks: state.marks.map((mark) => refs.get(mark.ref) ?? mark),
  });
};

const drop = async (marks: readonly KeptMark[]): Promise<void> => {
  const refs = new Set(marks.map(({ ref }) => ref));
  await forgetMarks([...refs]);
  set({ marks: state.marks.filter(({ ref }) => !refs.has(ref)) });
};

const sendMarks = async (marks: readonly KeptMark[]): Promise<void> => {
  const [first] = marks;
  if (first === undefined) return;
  const params = { company_id: first.location, id: first.evacuation };
  await foyer.request("POST /companies/{company_id}/evacuations/{id}/marks", {
    params,
    body: {
      marks: marks.map(({ ref, visitor, safe, at }) => ({
        ref,
        visitor_id: visitor,
        safe,
        seconds_ago: Math.min(86_400, secondsSince(at)),
      })),
    },
  });
  // They stay on the list until it shows them, so that nobody comes back for a moment.
  await read(params.company_id, params.id).catch(() => undefined);
  await drop(marks);
};

const sendNext = async (): Promise<void> => {
  const [begun] = state.begun;
  if (begun !== undefined) return tellBegin(begun);
  const [first] = state.marks;
  const together = state.marks.filter(({ evacuation }) => evacuation === first?.evacuation).slice(0, MARKS_MOST);
  try {
    await sendMarks(together);
  } catch (error) {
    // The evacuation is gone with its location: there is nothing to mark in.
    if (!(error instanceof FoyerError && error.status === 404)) throw error;
    await drop(together);
  }
};

const hasWork = (): boolean => state.begun.length + state.marks.length > 0;

const sendAll = async (): Promise<void> => {
  try {
    while (hasWork()) await sendNext();
    failures = 0;
    set({ trouble: "none" });
  } catch (error) {
    const isRefused = error instanceof FoyerError && error.status === 403;
    set({ trouble: isRefused ? "login" : "network" });
    timer = setTimeout(flush, WAITS_MS[Math.min(failures, WAITS_MS.length - 1)]);
    failures += 1;
  }
};

/** Sends what waits, now; what fails is tried again, later and later. */
const flush = (): void => {
  if (isSending || !hasWork()) return;
  isSending = true;
  clearTimeout(timer);
  void sendAll().finally(() => (isSending = false));
};

/** Marks somebody safe, or takes it back. It is on this phone before it is sent, and until the service has it. */
export const mark = ({ _id: evacuation, company_id: location }: Evacuation, visitor: string, safe: boolean): void => {
  const made: KeptMark = { ref: newName(), location, evacuation, visitor, safe, at: Date.now() };
  set({ marks: [...state.marks, made] });
  void keepMark(made).then(flush);
};

/** An evacuation that began here while there was no network. */
export const beginHere = (evacuation: Evacuation): void => {
  set({ begun: [...state.begun, evacuation], trouble: "network" });
  flush();
};

/** Reads what waited on this phone from before, and sends it. */
export const resume = async (): Promise<void> => {
  const kept = await keptMarks();
  const known = new Set(state.marks.map(({ ref }) => ref));
  set({ marks: [...state.marks, ...kept.filter(({ ref }) => !known.has(ref))] });
  flush();
};

/** Takes an evacuation that a reload found on this phone and that the service does not know. */
export const resumeBegun = (evacuation: Evacuation): void => {
  if (isLocal(evacuation) && !state.begun.some(({ _id }) => _id === evacuation._id)) beginHere(evacuation);
};

/** Ends it, once all marks are there. Errors: FoyerError, or no network. */
export const endEvacuation = async ({ _id: id, company_id: location }: Evacuation): Promise<void> => {
  flush();
  await foyer.request("POST /companies/{company_id}/evacuations/{id}/end", { params: { company_id: location, id } });
  await forgetLists(location);
  await read(location, id);
};

globalThis.addEventListener("online", flush);

const watch = (watcher: () => void): (() => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

/** What waits on this phone, and why. */
export const useSending = (): Sending => useSyncExternalStore(watch, () => state);
