import { useTranslation } from "react-i18next";

import { useVisitTypes } from "../../data/visit-types.ts";
import { SPANS, STATUSES } from "./view.ts";

/** What the list can be narrowed by. */
export const FILTERS = ["status", "when", "type"] as const;
/** One of them. */
export type Filter = (typeof FILTERS)[number];

type Choice = { value: string; label: string };

/** What each filter can be set to, in words. */
export const useChoices = (): Record<Filter, readonly Choice[]> => {
  const { t } = useTranslation("registered-visitors");
  return {
    status: STATUSES.map((value) => ({ value, label: t(`status.${value}`) })),
    when: SPANS.map((value) => ({ value, label: t(`span.${value}`) })),
    type: useVisitTypes().map(({ _id, name }) => ({ value: _id, label: name })),
  };
};
