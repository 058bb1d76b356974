import { useQuery } from "@tanstack/react-query";

import { api } from "../data/api.ts";
import { useLocationId } from "../data/location.ts";

type PhotoRequest = { id: string; tell: (has: boolean) => void };

/** Rows ask one by one as they are drawn; what is asked within a frame goes as one call. */
const waiting = new Map<string, PhotoRequest[]>();

/** More ids make an address longer than some proxies let through. */
const IDS_MAX = 100;

const fetchIdsWithPhotos = async (location: string, ids: readonly string[]): Promise<readonly string[]> => {
  const params = { company_id: location };
  const query = { ids: ids.join(",") };
  const answer = await api
    .request("GET /companies/{company_id}/visitors/photos", { params, query })
    .catch(() => ({ ids: [] }));
  return answer.ids;
};

const fetchBatch = async (location: string): Promise<void> => {
  const requests = waiting.get(location) ?? [];
  waiting.delete(location);
  const ids = [...new Set(requests.map(({ id }) => id))];
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_MAX) }, (_, part) =>
    fetchIdsWithPhotos(location, ids.slice(part * IDS_MAX, (part + 1) * IDS_MAX)),
  );
  const having = new Set((await Promise.all(parts)).flat());
  for (const { id, tell } of requests) tell(having.has(id));
};

const hasPhoto = (location: string, id: string): Promise<boolean> =>
  new Promise((tell) => {
    const requests = waiting.get(location);
    if (requests === undefined) {
      waiting.set(location, [{ id, tell }]);
      requestAnimationFrame(() => void fetchBatch(location));
    } else requests.push({ id, tell });
  });

/** The address of a visit's photo; undefined while it is not known, and when there is none. */
export const usePhoto = (visitId: string | undefined): string | undefined => {
  const location = useLocationId();
  const { data } = useQuery({
    queryKey: [location, "photo", visitId],
    queryFn: () => hasPhoto(location, visitId ?? ""),
    enabled: visitId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === true ? `/api/visitors/${visitId}/photo` : undefined;
};
