import { queryOptions } from "@tanstack/react-query";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";

import { type Answer, foyer, queries } from "./api.ts";
import { locationQuery, locationsQuery } from "./location.ts";
import { type Me, meQuery } from "./session.ts";

/** An evacuation with everybody who was inside. */
export type Evacuation = Answer<"GET /companies/{company_id}/evacuations/{id}">;

/** The evacuations of a location, the newest first. No event tells of a beginning, so it is asked for while the page is open. */
export const evacuationsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "evacuations"],
    queryFn: () => foyer.request("GET /companies/{company_id}/evacuations", { params: { company_id: location } }),
    refetchInterval: 5000,
  });

/** One evacuation with everybody who was inside. */
export const evacuationQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "evacuations", id],
    queryFn: () =>
      foyer.request("GET /companies/{company_id}/evacuations/{id}", { params: { company_id: location, id } }),
  });

/** What a phone keeps while an evacuation goes on: enough to draw the page after a reload without network. */
export type KeptList = {
  location: string;
  me: Me;
  place: Answer<"GET /companies/{company_id}">;
  doors: Record<string, string>;
  evacuation: Evacuation;
};

/** A mark that the service does not have yet: ids and times alone. @param at milliseconds by this phone's clock */
export type KeptMark = {
  ref: string;
  location: string;
  evacuation: string;
  visitor: string;
  safe: boolean;
  at: number;
};

interface Kept extends DBSchema {
  lists: { key: string; value: KeptList };
  marks: { key: string; value: KeptMark };
}

let opened: Promise<IDBPDatabase<Kept>> | undefined;

const open = (): Promise<IDBPDatabase<Kept>> =>
  (opened ??= openDB<Kept>("foyer-evacuation", 1, {
    upgrade: (database) => {
      database.createObjectStore("lists", { keyPath: "location" });
      database.createObjectStore("marks", { keyPath: "ref" });
    },
  }));

/** Private windows of some browsers keep nothing: then the page works for as long as it is open. */
const orNothing = async <T>(work: (database: IDBPDatabase<Kept>) => Promise<T>): Promise<T | undefined> => {
  try {
    return await work(await open());
  } catch {
    return undefined;
  }
};

/** Keeps the list as it is known now. */
export const keepList = (list: KeptList): Promise<unknown> => orNothing((database) => database.put("lists", list));

/** Forgets the lists: of one location when its evacuation has ended, of all when somebody logs out. Marks stay until they are sent. */
export const forgetLists = (location?: string): Promise<unknown> =>
  orNothing((database) => (location === undefined ? database.clear("lists") : database.delete("lists", location)));

/** The list of a location as it was last known. */
export const keptList = (location: string): Promise<KeptList | undefined> =>
  orNothing((database) => database.get("lists", location));

/** The marks that wait on this phone. */
export const keptMarks = async (): Promise<KeptMark[]> =>
  (await orNothing((database) => database.getAll("marks"))) ?? [];

/** Keeps a mark until it is sent. */
export const keepMark = (mark: KeptMark): Promise<unknown> => orNothing((database) => database.put("marks", mark));

/** Forgets marks that the service has. */
export const forgetMarks = (refs: readonly string[]): Promise<unknown> =>
  orNothing(async (database) => {
    const transaction = database.transaction("marks", "readwrite");
    await Promise.all([...refs.map((ref) => transaction.store.delete(ref)), transaction.done]);
  });

const PAGE = /^\/at\/([\da-f]{24})\/evacuation\b/;
/** A network that has not answered by then counts as none. */
const PATIENCE_MS = 2500;

const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false;
  const answer = await fetch("/healthz", { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(() => undefined);
  return answer !== undefined;
};

/** Gives the page what it is drawn from. All of it counts as old: whatever the network brings takes its place. */
const restore = ({ location, me, place, evacuation }: KeptList): void => {
  const old = { updatedAt: 0 };
  queries.setQueryData(meQuery.queryKey, me, old);
  queries.setQueryData(locationQuery(location).queryKey, place, old);
  queries.setQueryData(locationsQuery.queryKey, [place], old);
  queries.setQueryData(evacuationQuery(location, evacuation._id).queryKey, evacuation, old);
  queries.setQueryData(evacuationsQuery(location).queryKey, [evacuation], old);
};

/** Where the evacuation page is opened without network, draws it from what this phone has kept. */
export const restoreWhenAway = async (address: string): Promise<void> => {
  const [, location = ""] = PAGE.exec(address) ?? [];
  const list = location === "" ? undefined : await keptList(location);
  if (list !== undefined && !(await isReachable())) restore(list);
};
