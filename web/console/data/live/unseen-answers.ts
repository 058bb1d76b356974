import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { type Answer, api } from "../api/api.ts";
import { useLocationId } from "../session/location.ts";
import type { Visit } from "../lists/visits.ts";

type Unseen = Answer<"GET /companies/{company_id}/visitors/unseenanswers">[number];

/** An answer that its visitor has not seen on any screen. */
export type UnseenAnswer = { visit: Visit; answer: "approved" | "rejected" | NonNullable<Unseen["reply"]> };

/** A kiosk or phone that is open shows an answer within some seconds; only then is it reception's task. */
const SOON_MS = 10_000;

/** That an answer was shown fires no event: while there are any, the list is read again. */
export const unseenAnswersQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "inside", "unseen-answers"],
    queryFn: () =>
      api.request("GET /companies/{company_id}/visitors/unseenanswers", { params: { company_id: location } }),
    refetchInterval: ({ state }) => ((state.data?.length ?? 0) > 0 ? SOON_MS : false),
  });

/** The visitors among these who must be told an answer. */
export const useUnseenAnswers = (inside: readonly Visit[] | undefined): readonly UnseenAnswer[] => {
  const { data, dataUpdatedAt } = useQuery(unseenAnswersQuery(useLocationId()));
  return useMemo(
    () =>
      (data ?? []).flatMap(({ visitor_id, approval, reply, at }): UnseenAnswer[] => {
        const visit = inside?.find(({ _id }) => _id === visitor_id);
        const answer = approval ?? reply;
        return visit === undefined || answer === undefined || dataUpdatedAt - Date.parse(at) < SOON_MS
          ? []
          : [{ visit, answer }];
      }),
    [data, dataUpdatedAt, inside],
  );
};
