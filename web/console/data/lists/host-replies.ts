import { queryOptions, useQuery } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";
import { useLocationId } from "../session/location.ts";

/** What a host replied to a visitor inside. */
export type HostReply = Answer<"GET /companies/{company_id}/visitors/hostreplies">[number];

const hostRepliesQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "inside", "host-replies"],
    queryFn: () =>
      api.request("GET /companies/{company_id}/visitors/hostreplies", { params: { company_id: location } }),
  });

/** Finds what the host of a visit last replied, while it says how things are. */
export const useHostReplies = (): ((visit: string) => HostReply | undefined) => {
  const { data } = useQuery(hostRepliesQuery(useLocationId()));
  return (visit) => data?.find(({ visitor_id }) => visitor_id === visit);
};
