import i18next from "i18next";

import type { FieldDefinition } from "../../../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../../../shared/visit-fields.ts";
import { showSignedIn } from "../../../actions/visit-actions.tsx";
import { confirmSignIn } from "../../../actions/already-inside.ts";
import { api, queryClient } from "../../../data/api/api.ts";
import { showToast } from "../../../components/feedback/toast.tsx";
import { offerUndo } from "../../../components/feedback/undo-offers.ts";
import { showFailed } from "../../../data/lists/failed-actions.ts";
import { invalidatePeople } from "../../../data/live/invalidation.ts";
import { errorMessage } from "../../../data/api/error-message.ts";
import { type Match, matchOf } from "../../../data/api/record-tags.ts";
import { nameOf, type Visit, visitorNames } from "../../../data/lists/visits.ts";
import { visitQuery } from "../queries.ts";
import { forgetVisit } from "../recent-visits.ts";

const patchCachedVisit = (visit: Visit, part: Partial<Visit>): void => {
  queryClient.setQueryData<Visit>(
    visitQuery(visit.company_id, visit._id).queryKey,
    (old) => old && { ...old, ...part },
  );
};

const showNotMarked = (visits: readonly Visit[], safe: boolean, error: unknown): void => {
  const retry = (ids: readonly string[]): void =>
    void markSafe(
      visits.filter(({ _id }) => ids.includes(_id)),
      safe,
    );
  showFailed(
    visits.map((visit) => ({
      id: visit._id,
      location: visit.company_id,
      words: i18next.t(safe ? "visit:notMarked" : "visit:notUnmarked", { name: nameOf(visit) }),
      reason: errorMessage(error),
      retry,
      isDone: (inside) => inside.some((one) => one._id === visit._id && one.safe === safe),
    })),
  );
};

/** Marks visits safe or not, at once on the page; Undo takes it back. */
export const markSafe = async (visits: readonly Visit[], safe: boolean, isUndo = false): Promise<void> => {
  const [first] = visits;
  if (first === undefined) return;
  for (const visit of visits) patchCachedVisit(visit, { safe });
  try {
    const params = { company_id: first.company_id };
    const body = { ids: visits.map(({ _id }) => _id), safe };
    // Also offered where the texts of a visit were not needed so far.
    const texts = i18next.loadNamespaces("visit");
    await api.request("POST /companies/{company_id}/visitors/safe", { params, body });
    await texts;
    if (!isUndo)
      offerUndo({
        kind: safe ? "safe" : "notSafe",
        key: `safe ${body.ids.join(" ")}`,
        name: visitorNames(visits),
        count: visits.length,
        words: (names, count) => i18next.t(safe ? "visit:markedSafe" : "visit:markedNotSafe", { name: names, count }),
        undo: () => void markSafe(visits, !safe, true),
      });
  } catch (error) {
    for (const visit of visits) patchCachedVisit(visit, { safe: visit.safe });
    showNotMarked(visits, safe, error);
  }
  await invalidatePeople(first.company_id);
};

/** Keys of one visit alone: what the service sets, what was signed, and when it was. */
const SINGLE_VISIT_KEYS: ReadonlySet<string> = new Set(
  Object.entries<FieldDefinition>(VISIT_FIELDS).flatMap(([name, { copied }]) => (copied === "always" ? [] : [name])),
);

/** What a new visit of the same person has in common with an earlier one. */
const copiedFields = (visit: Visit): Record<string, unknown> =>
  Object.fromEntries(Object.entries(visit).filter(([key]) => !SINGLE_VISIT_KEYS.has(key)));

/** Starts a new visit of who has left, for the same host. */
export const signInAgain = async (visit: Visit): Promise<void> => {
  if (!(await confirmSignIn(visit.company_id, visit))) return;
  try {
    const started = await api.request("POST /visitors", {
      body: { ...copiedFields(visit), company_id: visit.company_id },
    });
    void showSignedIn([started]);
  } catch (error) {
    const { _id: id, company_id: location } = visit;
    const words = i18next.t("done.notSignedIn", { name: nameOf(visit) });
    showFailed([{ id, location, words, reason: errorMessage(error), retry: () => void signInAgain(visit) }]);
  }
  await invalidatePeople(visit.company_id);
};

type VisitChange = Record<string, unknown>;

const put = async (visit: Visit, change: VisitChange, match: Match): Promise<Visit> => {
  const params = { visitorId: visit._id };
  const changed: Visit = await api.request("PUT /visitors/{visitorId}", { params, body: change, ...match });
  queryClient.setQueryData<Visit>(visitQuery(visit.company_id, visit._id).queryKey, (old) => ({ ...old, ...changed }));
  await invalidatePeople(visit.company_id);
  return changed;
};

const previousValues = (visit: Visit, change: VisitChange): VisitChange =>
  Object.fromEntries(Object.keys(change).map((key) => [key, visit[key] ?? null]));

/**
 * Changes a visit; Undo restores the previous values, unless another user has changed it since. Errors: those of the
 * service, for the form to show.
 * @param visit as it is before the change
 */
export const changeVisit = async (visit: Visit, change: VisitChange, match: Match): Promise<void> => {
  const changed = await put(visit, change, match);
  const back = (): Promise<unknown> =>
    put(visit, previousValues(visit, change), matchOf(changed)).catch((error: unknown) => {
      const { _id: id, company_id: location } = visit;
      const words = i18next.t("visit:notRestored", { name: nameOf(changed) });
      showFailed([{ id, location, words, reason: errorMessage(error), retry: () => void back() }]);
    });
  showToast({ words: i18next.t("visit:changed", { name: nameOf(changed) }), undo: () => void back() });
};

/** Erases visits permanently. Errors: that of the first visit that couldn't be erased; those before it are gone. */
export const eraseVisits = async (visits: readonly Visit[]): Promise<void> => {
  for (const { _id: visitorId, company_id: location } of visits) {
    await api.request("DELETE /visitors/{visitorId}", { params: { visitorId } });
    forgetVisit(location, visitorId);
    queryClient.removeQueries({ queryKey: [location, "visit", visitorId] });
  }
  const [first] = visits;
  if (first !== undefined) await invalidatePeople(first.company_id);
};
