import { queryOptions } from "@tanstack/react-query";

import { api } from "../../data/api/api.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { changeOf, type Edit, type Occurrence, type Scope, type Series } from "./change.ts";

/** What a change would do: visits of the series, and emails. */
export type Difference = { created: number; changed: number; cancelled: number; mails: number };

/** Whether a registered visitor belongs to a series. */
export const isOccurrence = (person: RegisteredVisitor): person is Occurrence =>
  person.series_id !== undefined && person.recurrence_id !== undefined;

/** The series of a registered visitor. */
export const seriesQuery = ({ company_id, series_id }: Occurrence) =>
  queryOptions({
    queryKey: [company_id, "registered-visitors", "series", series_id],
    queryFn: () => api.request("GET /series/{id}", { params: { id: series_id } }),
  });

const callFor = ({ series_id, recurrence_id }: Occurrence, scope: Scope) => ({
  params: { id: series_id },
  query: scope === "all" ? { scope } : { scope, recurrence_id },
});

const differenceOf = (answer: object): Difference => {
  const counts = { created: 0, changed: 0, cancelled: 0, mails: 0 };
  return { ...counts, ...(answer as Partial<Difference>) };
};

/** What cancelling visits would do. */
export const tryCancelling = async (of: Occurrence, scope: Scope): Promise<Difference> => {
  const { params, query } = callFor(of, scope);
  return differenceOf(await api.request("DELETE /series/{id}", { params, query: { ...query, dry_run: true } }));
};

/** Cancels visits; their visitors are emailed where they were invited. */
export const cancelVisits = (of: Occurrence, scope: Scope): Promise<unknown> =>
  api.request("DELETE /series/{id}", callFor(of, scope));

const callToChange = async (edit: Edit, of: Occurrence, scope: Scope) => {
  const series = await api.request("GET /series/{id}", { params: { id: of.series_id } });
  return { ...callFor(of, scope), body: changeOf(edit, of, scope, series) };
};

/** What a change of visits would do. */
export const tryChanging = async (edit: Edit, of: Occurrence, scope: Scope): Promise<Difference> => {
  const { query, ...call } = await callToChange(edit, of, scope);
  return differenceOf(await api.request("PUT /series/{id}", { ...call, query: { ...query, dry_run: true } }));
};

/** Changes visits; their visitors are emailed where they were invited. @returns the series that goes on */
export const changeVisits = async (edit: Edit, of: Occurrence, scope: Scope): Promise<Series> =>
  (await api.request("PUT /series/{id}", await callToChange(edit, of, scope))) as Series;
