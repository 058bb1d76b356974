import { queryOptions, useQuery } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";
import { useCan } from "../session/session.ts";

/** A directory that hosts and users come from. */
export type Directory = Answer<"GET /directories">[number];

/** All directories. */
export const directoriesQuery = queryOptions({
  queryKey: ["directories"],
  queryFn: () => api.request("GET /directories"),
});

/** The name of a record's directory; undefined without one, and for users who can't see directories. */
export const useDirectoryName = (id: string | undefined): string | undefined => {
  const mayRead = useCan("service.manage");
  const { data } = useQuery({ ...directoriesQuery, enabled: mayRead && id !== undefined });
  return data?.find(({ _id }) => _id === id)?.name;
};
