import { useEffect, useSyncExternalStore } from "react";

import { createStore } from "../../../shared/store.ts";
import { api } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";

/** Which visits have a photo, where that was read. A plain store: a query for each row of a list costs more than the row. */
const photos = createStore<ReadonlyMap<string, boolean>>(new Map());

/** Rows ask one by one as they are drawn; what is asked within a frame goes as one call. */
const waiting = new Map<string, Set<string>>();

/** More ids make an address longer than some proxies let through. */
const IDS_MAX = 100;

const fetchPart = async (location: string, ids: readonly string[]): Promise<void> => {
  const params = { company_id: location };
  const query = { ids: ids.join(",") };
  const found = await api
    .request("GET /companies/{company_id}/visitors/photos", { params, query })
    // Initials stand there until a row of the visit is drawn anew, which asks again.
    .catch(() => undefined);
  if (found === undefined) return;
  const having = new Set(found.ids);
  photos.set(new Map([...photos.get(), ...ids.map((id) => [id, having.has(id)] as const)]));
};

const fetchBatch = async (location: string): Promise<void> => {
  const ids = [...(waiting.get(location) ?? [])];
  waiting.delete(location);
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, part) =>
    fetchPart(location, ids.slice(part * IDS_MAX, (part + 1) * IDS_MAX)),
  );
  await Promise.all(parts);
};

const askFor = (location: string, id: string): void => {
  if (photos.get().has(id)) return;
  const asked = waiting.get(location);
  if (asked !== undefined) return void asked.add(id);
  waiting.set(location, new Set([id]));
  requestAnimationFrame(() => void fetchBatch(location));
};

/** The address of a visit's photo; undefined while it is not known, and when there is none. */
export const usePhoto = (visitId: string | undefined): string | undefined => {
  const location = useLocationId();
  const isThere = useSyncExternalStore(
    photos.subscribe,
    () => visitId !== undefined && photos.get().get(visitId) === true,
  );
  useEffect(() => {
    if (visitId !== undefined) askFor(location, visitId);
  }, [location, visitId]);
  return isThere ? `/api/visitors/${visitId}/photo` : undefined;
};
