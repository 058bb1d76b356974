import { useTranslation } from "react-i18next";

import { queryClient } from "../../../data/api/api.ts";
import { useToday } from "../../../data/lists/day.ts";
import { useLocation } from "../../../data/session/location.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { useVisitTypes, type VisitType, visitTypesQuery } from "../../../data/lists/visit-types.ts";
import { copyOf, type RegisteredVisitorDraft } from "./form-fields.ts";

const firstTypeOf = (types: readonly VisitType[]): string | undefined => types.find(({ active }) => active)?._id;

/**
 * A new visitor is expected today, with the first visit type; a copy has the values of the original, from today on.
 * @returns the draft as it is known now, and a function that waits for the visit types. Errors of the latter: they can't be read
 */
export const useFirstDraft = (person: RegisteredVisitor | undefined, like: RegisteredVisitor | undefined) => {
  const { i18n } = useTranslation();
  const today = useToday();
  const { _id: location, timezone } = useLocation();
  const type = firstTypeOf(useVisitTypes());
  const draftWith = (visit_type: string | undefined): RegisteredVisitorDraft => {
    if (person !== undefined) return {};
    if (like !== undefined) return copyOf(like, today, timezone);
    return { visit_type, expected: { kind: "day", day: today, from: "", lastDay: today, to: "" } };
  };
  const whole = async (): Promise<RegisteredVisitorDraft> => {
    if (person !== undefined || like !== undefined) return draftWith(undefined);
    return draftWith(firstTypeOf(await queryClient.ensureQueryData(visitTypesQuery(location, i18n.language))));
  };
  return { first: draftWith(type), whole };
};
