import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import { directoriesQuery } from "../../data/lists/directories.ts";

export type DirectoryRule = Answer<"GET /directories/{id}/rules">[number];
export type SyncAnswer = Answer<"POST /directories/{id}/sync">;

const [KEY] = directoriesQuery.queryKey;

/** The rules of a directory. */
export const rulesQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id, "rules"],
    queryFn: () => api.request("GET /directories/{id}/rules", { params: { id } }),
  });

/** The last requests of a directory. */
export const requestsQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id, "requests"],
    queryFn: () => api.request("GET /directories/{id}/requests", { params: { id }, query: { count: 20, page: 1 } }),
  });

/** Has directories and everything of them read again. */
export const invalidateDirectories = (): Promise<void> => queryClient.invalidateQueries({ queryKey: [KEY] });
