import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";

import { useIsOnline } from "../../../shared/store.ts";
import {
  type Evacuation,
  evacuationQuery,
  evacuationsQuery,
  saveEvacuation,
  loadEvacuation,
} from "../../data/session/evacuation-storage.ts";
import { useLocation } from "../../data/session/location.ts";
import { useMe } from "../../data/session/session.ts";
import { useEntryPoints } from "../../data/lists/entry-points.ts";
import { serverIdOf } from "./sync/server-ids.ts";
import { deleteEndedEvacuation, loadStoredMarks, resumeStoredEvacuation, useMarkSync } from "./sync/mark-sync.ts";
import { type Person, withMarks } from "./people.ts";

/** The entrances by ID; offline, with the names they had when the list was stored. */
export const useEntryPointNames = (): Readonly<Record<string, string>> => {
  const location = useLocation()._id;
  const entryPoints = useEntryPoints();
  const [kept, setKept] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    void loadEvacuation(location).then((list) => setKept(list?.entryPoints ?? {}));
  }, [location]);
  return useMemo(
    () => (entryPoints.length === 0 ? kept : Object.fromEntries(entryPoints.map(({ _id, name }) => [_id, name]))),
    [entryPoints, kept],
  );
};

/** The evacuation that goes on at the location: undefined while that is not known, null when there is none. */
export const useActiveEvacuation = (): Evacuation | null | undefined => {
  const location = useLocation()._id;
  const { begun } = useMarkSync();
  const here = begun.find(({ company_id }) => company_id === location);
  const { data: all } = useQuery(evacuationsQuery(location));
  const open = all?.find(({ ended }) => ended === undefined);
  const { data } = useQuery({
    ...evacuationQuery(location, open?._id ?? ""),
    enabled: open !== undefined && here === undefined && !open._id.startsWith("local-"),
    refetchInterval: 5000,
  });
  useEffect(() => {
    void loadStoredMarks();
    void resumeStoredEvacuation(location);
  }, [location]);
  useEffect(() => {
    if (all !== undefined && open === undefined && here === undefined) void deleteEndedEvacuation(location);
  }, [all, open, here, location]);
  if (here !== undefined) return here;
  if (all === undefined) return undefined;
  return open === undefined ? null : data;
};

/** A network that has not answered by then counts as none. */
const PATIENCE_MS = 4000;

/** Whether what the page waits for can't be known now: offline at once, else when it does not come. */
export const useIsUnreachable = (waits: boolean): boolean => {
  const isOnline = useIsOnline();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!waits) return undefined;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [waits]);
  return waits && (isLate || !isOnline);
};

/** Keeps what is needed to draw the page after a reload offline, as it changes. */
export const useStoreEvacuation = (evacuation: Evacuation, entryPoints: Readonly<Record<string, string>>): void => {
  const me = useMe();
  const place = useLocation();
  useEffect(() => {
    void saveEvacuation({ location: place._id, me, place, entryPoints, evacuation });
  }, [me, place, entryPoints, evacuation]);
};

/** The visitors on the list with the marks of this phone, and whether it is offline. */
export const usePeople = (
  evacuation: Evacuation,
): { people: Person[]; waiting: number; isOffline: boolean; isLoggedOut: boolean } => {
  const { marks, problems } = useMarkSync();
  const syncProblem = problems.get(evacuation.company_id);
  // What began here has two names while the service is being told.
  const own = useMemo(
    () => marks.filter(({ evacuation: id }) => serverIdOf(id) === serverIdOf(evacuation._id)),
    [marks, evacuation._id],
  );
  const isOnline = useIsOnline();
  const people = useMemo(() => withMarks(evacuation.persons, own), [evacuation.persons, own]);
  return {
    people,
    waiting: own.length,
    isOffline: !isOnline || syncProblem === "network",
    isLoggedOut: syncProblem === "login",
  };
};

/** Milliseconds since it began, by the second. */
export const useElapsed = (started: string): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, now - Date.parse(started));
};

/** Rows move up only when the list was not touched for this long: the next tap must meet the intended person. */
const QUIET_MS = 2000;

type Marks = { safe: ReadonlySet<string>; settling: ReadonlySet<string> };

const safeIdsOf = (people: readonly Person[]): Set<string> =>
  new Set(people.filter(({ safe }) => safe).map(({ visitor_id }) => visitor_id));

/**
 * Who was marked a moment ago, safe or not, by this or another marshal: they keep their place in the list that they will leave.
 * @returns them, and what is to be called whenever the list is touched
 */
export const useSettling = (people: readonly Person[]): { settling: ReadonlySet<string>; touched: () => void } => {
  const [{ safe, settling }, setSettling] = useState<Marks>(() => ({ safe: safeIdsOf(people), settling: new Set() }));
  const lastTouch = useRef(0);
  const now = safeIdsOf(people);
  const changed = [...new Set([...now, ...safe])].filter((id) => now.has(id) !== safe.has(id));
  if (changed.length > 0) setSettling({ safe: now, settling: new Set([...settling, ...changed]) });
  const touched = useCallback((): void => void (lastTouch.current = performance.now()), []);
  useEffect(() => {
    if (settling.size === 0) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const settle = (): void => {
      const left = lastTouch.current + QUIET_MS - performance.now();
      if (left > 0) timer = setTimeout(settle, left);
      else setSettling((before) => ({ ...before, settling: new Set() }));
    };
    timer = setTimeout(settle, QUIET_MS);
    return () => clearTimeout(timer);
  }, [settling]);
  return { settling, touched };
};
