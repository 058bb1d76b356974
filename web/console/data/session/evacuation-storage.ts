import { queryOptions } from "@tanstack/react-query";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import { type Answer, api, queryClient } from "../api/api.ts";
import { locationQuery, locationsQuery } from "./location.ts";
import { type Me, meQuery } from "./session.ts";

/** An evacuation with all visitors who were inside. */
export type Evacuation = Answer<"GET /companies/{company_id}/evacuations/{id}">;

/** The evacuations of a location, newest first. No event reports their start, so the page polls while it is open. */
export const evacuationsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "evacuations"],
    queryFn: () => api.request("GET /companies/{company_id}/evacuations", { params: { company_id: location } }),
    refetchInterval: 5000,
  });

/** One evacuation with all visitors who were inside. */
export const evacuationQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "evacuations", id],
    queryFn: () =>
      api.request("GET /companies/{company_id}/evacuations/{id}", { params: { company_id: location, id } }),
  });

/** What a phone stores during an evacuation: enough to draw the page after an offline reload. */
export type StoredEvacuation = {
  location: string;
  me: Me;
  place: Answer<"GET /companies/{company_id}">;
  entryPoints: Record<string, string>;
  evacuation: Evacuation;
};

/** A mark that was not sent yet: IDs and times alone. @param at milliseconds by this phone's clock */
export type StoredMark = {
  ref: string;
  location: string;
  evacuation: string;
  visitor: string;
  safe: boolean;
  at: number;
};

interface EvacuationDatabase extends DBSchema {
  lists: { key: string; value: StoredEvacuation };
  marks: { key: string; value: StoredMark };
}

let opened: Promise<IDBPDatabase<EvacuationDatabase>> | undefined;

const open = (): Promise<IDBPDatabase<EvacuationDatabase>> =>
  (opened ??= openDB<EvacuationDatabase>("foyer-evacuation", 1, {
    upgrade: (database) => {
      database.createObjectStore("lists", { keyPath: "location" });
      database.createObjectStore("marks", { keyPath: "ref" });
    },
  }));

/** Private windows of some browsers store nothing: then the page works for as long as it is open. */
const withDatabase = async <T>(
  work: (database: IDBPDatabase<EvacuationDatabase>) => Promise<T>,
): Promise<T | undefined> => {
  try {
    return await work(await open());
  } catch {
    return undefined;
  }
};

/** Stores the current list. */
export const saveEvacuation = (list: StoredEvacuation): Promise<unknown> =>
  withDatabase((database) => database.put("lists", list));

/**
 * Deletes the lists: of one location when its evacuation has ended, of all at a log-out. Marks are kept until they are
 * sent.
 */
export const deleteStoredEvacuations = (location?: string): Promise<unknown> =>
  withDatabase((database) => (location === undefined ? database.clear("lists") : database.delete("lists", location)));

/** The stored list of a location. */
export const loadEvacuation = (location: string): Promise<StoredEvacuation | undefined> =>
  withDatabase((database) => database.get("lists", location));

/** The stored marks. */
export const loadMarks = async (): Promise<StoredMark[]> =>
  (await withDatabase((database) => database.getAll("marks"))) ?? [];

/** Stores a mark until it is sent. */
export const saveMark = (mark: StoredMark): Promise<unknown> => withDatabase((database) => database.put("marks", mark));

/** Deletes marks that were sent. */
export const deleteMarks = (refs: readonly string[]): Promise<unknown> =>
  withDatabase(async (database) => {
    const transaction = database.transaction("marks", "readwrite");
    await Promise.all([...refs.map((ref) => transaction.store.delete(ref)), transaction.done]);
  });

const PAGE = /^\/at\/([\da-f]{24})\/evacuation\b/;
/** A network that has not answered within this time counts as offline. */
const TIMEOUT_MS = 2500;

const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const answer = await fetch("/healthz", { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => undefined);
  return answer !== undefined;
};

/** Fills the page's queries with stored data, marked as out of date: any response replaces it. */
const fillCache = ({ location, me, place, evacuation }: StoredEvacuation): void => {
  const old = { updatedAt: 0 };
  queryClient.setQueryData(meQuery.queryKey, me, old);
  queryClient.setQueryData(locationQuery(location).queryKey, place, old);
  queryClient.setQueryData(locationsQuery.queryKey, [place], old);
  queryClient.setQueryData(evacuationQuery(location, evacuation._id).queryKey, evacuation, old);
  queryClient.setQueryData(evacuationsQuery(location).queryKey, [evacuation], old);
};

/** If the evacuation page is opened offline, draws it from the stored data. */
export const restoreWhenOffline = async (address: string): Promise<void> => {
  const [, location = ""] = PAGE.exec(address) ?? [];
  const list = location === "" ? undefined : await loadEvacuation(location);
  if (list !== undefined && !(await isReachable())) fillCache(list);
};
