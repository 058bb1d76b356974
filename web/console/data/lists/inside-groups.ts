import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { asksName } from "../../../../shared/asks-name.ts";
import { useLocation } from "../session/location.ts";
import type { ReadFailure } from "../api/read-failure.ts";
import { type VisitType, visitTypesQuery } from "./visit-types.ts";
import { useVisitsInside, type Visit } from "./visits.ts";

/** The visits inside, apart: people, those who were rejected, and deliveries, which aren't people. */
export type InsideGroups = Readonly<Record<"people" | "rejected" | "deliveries", readonly Visit[]>>;

/** The groups, in the order in which they are listed. */
export const INSIDE_GROUPS = ["people", "rejected", "deliveries"] as const;

type Questions = Pick<VisitType, "_id" | "fields">;

/** Divides visits into those of people and deliveries, whose visit type asks for no name (rules 4). */
const groupInside = (visits: readonly Visit[], types: readonly Questions[]): InsideGroups => {
  const nameless = new Set(
    types.filter(({ fields }) => !asksName(fields.filter(({ visible }) => visible))).map(({ _id }) => _id),
  );
  const groups = Object.groupBy(visits, ({ visit_type, approval }) => {
    if (visit_type !== undefined && nameless.has(visit_type)) return "deliveries";
    return approval === "rejected" ? "rejected" : "people";
  });
  return { people: groups.people ?? [], rejected: groups.rejected ?? [], deliveries: groups.deliveries ?? [] };
};

const NO_TYPES: readonly never[] = [];

/**
 * The visits inside, and by group: the groups are undefined until the visit types are read too. Where visit types can't be read,
 * all are people: no one may be missed in an evacuation.
 */
export const useInsideGroups = (): ReadFailure & {
  visits: readonly Visit[] | undefined;
  groups: InsideGroups | undefined;
} => {
  const { i18n } = useTranslation();
  const { visits, ...failure } = useVisitsInside();
  const { data: types = NO_TYPES, isLoading } = useQuery(visitTypesQuery(useLocation()._id, i18n.language));
  const groups = useMemo(
    () => (visits === undefined || isLoading ? undefined : groupInside(visits, types)),
    [visits, types, isLoading],
  );
  return { visits, groups, ...failure };
};
