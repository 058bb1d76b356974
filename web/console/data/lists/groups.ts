import { queryOptions, useQuery } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";
import type { ReadFailure } from "../api/read-failure.ts";
import { useLocationId } from "../session/location.ts";
import { useCan } from "../session/session.ts";
import type { RegisteredVisitor } from "./registered-visitors.ts";

/** Visitors who come together; what they have in common is as a registered visitor has it. */
export type Group = Answer<"GET /groups/bycompany/{company_id}">[number] & Pick<RegisteredVisitor, "visiting_on">;

/** The newest that are read: groups go with the retention of their visitors. */
const GROUPS_MAX = 200;
const NONE: readonly never[] = [];

const groupsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "groups"],
    queryFn: async () =>
      (await api.request("GET /groups/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: GROUPS_MAX, page: 1 },
      })) as readonly Group[],
  });

/** The groups of the location, undefined until they are read; none for a role that can't see them. */
export const useGroups = (): ReadFailure & { groups: readonly Group[] | undefined } => {
  const canRead = useCan("registered_visitors");
  const { data, error, refetch } = useQuery({ ...groupsQuery(useLocationId()), enabled: canRead });
  return { groups: canRead ? data : NONE, error, retry: () => void refetch() };
};
