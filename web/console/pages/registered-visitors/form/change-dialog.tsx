import { skipToken, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";

import { showToast } from "../../../components/feedback/toast.tsx";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { nameOf } from "../../../data/lists/visits.ts";
import { ScopeDialog } from "../../../features/series/scope-dialog.tsx";
import type { Edit, Occurrence } from "../../../features/series/change.ts";
import { changeVisits, isOccurrence, seriesQuery, tryChanging } from "../../../features/series/series.ts";
import { invalidateRegisteredVisitors } from "../queries.ts";

/** Keys that visitors of one series don't share: with several, an edit of them is about one visitor's one visit. */
const OF_ONE_VISITOR = new Set(["first_name", "last_name", "email", "company", "phone", "language_id", "persistent"]);

/** Whether an edit of a visit of a series is asked about, which visits it is for. Otherwise it is saved as it is. */
export const useScope = (person: RegisteredVisitor | undefined) => {
  const occurrence = person !== undefined && isOccurrence(person) ? person : undefined;
  const query = occurrence === undefined ? undefined : seriesQuery(occurrence);
  const { data } = useQuery({ queryKey: ["no-series"], queryFn: skipToken, ...query });
  const [edit, ask] = useState<Edit>();
  const isAsked = (edited: readonly string[]): boolean =>
    occurrence !== undefined &&
    edited.length > 0 &&
    (data?.visitors.length === 1 || !edited.some((field) => OF_ONE_VISITOR.has(field)));
  return { occurrence, edit, ask, isAsked };
};

type ChangeDialogProps = {
  scope: ReturnType<typeof useScope>;
  done: (of: Occurrence) => void;
  /** The visit is cancelled, and others take its place. */
  gone: () => void;
};

/** Asks which visits of a series an edit is about. */
export const ChangeDialog = ({ scope: { occurrence: of, edit, ask }, done, gone }: ChangeDialogProps) => {
  const { t } = useTranslation(["series", "registered-visitors"]);
  if (of === undefined || edit === undefined) return null;
  const name = nameOf(of);
  return (
    <ScopeDialog
      opened
      of={of}
      title={t("change.title", { name })}
      action={t("change.action")}
      kind="primary"
      attempt={(scope) => tryChanging(edit, of, scope)}
      run={async (scope) => {
        const { occurrences } = await changeVisits(edit, of, scope);
        await invalidateRegisteredVisitors(of.company_id);
        showToast({ words: t("registered-visitors:saved", { name }) });
        if (occurrences.some(({ known_visitor_ids }) => known_visitor_ids.includes(of._id))) done(of);
        else gone();
      }}
      close={() => ask(undefined)}
    />
  );
};
