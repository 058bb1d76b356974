import { queryOptions, useQuery } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";
import { usePendingIds } from "./pending-actions.ts";
import { useLocationId } from "../session/location.ts";

/** A visitor who asks to be erased. */
export type ErasureRequest = Answer<"GET /companies/{company_id}/erasurerequests">[number];

const erasuresQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "erasure-requests"],
    queryFn: () => api.request("GET /companies/{company_id}/erasurerequests", { params: { company_id: location } }),
    refetchInterval: 60_000,
  });

/**
 * The visitors of the location who ask to be erased, and the declined ones, including a decline that is not sent yet.
 */
export const useErasureRequests = () => {
  const declined = usePendingIds("declined");
  const { data, error, refetch } = useQuery(erasuresQuery(useLocationId()));
  const requests = data?.map((request) =>
    declined.has(request._id) ? { ...request, state: "declined" as const } : request,
  );
  return { requests, pending: requests?.filter(({ state }) => state === "pending").length ?? 0, error, refetch };
};
