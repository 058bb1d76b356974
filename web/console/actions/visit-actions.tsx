import i18next from "i18next";

import { confirmSignIn } from "./already-inside.ts";
import { api, queryClient } from "../data/api/api.ts";
import { InterpolatedText, slot } from "../components/language/interpolated-text.tsx";
import { showToast } from "../components/feedback/toast.tsx";
import { offerUndo } from "../components/feedback/undo-offers.ts";
import { showFailed } from "../data/lists/failed-actions.ts";
import { deferWithUndo, runNow } from "./deferred-actions.ts";
import { printBadges } from "../data/lists/badges.ts";
import { markPending, clearPending } from "../data/lists/pending-actions.ts";
import { invalidatePeople } from "../data/live/invalidation.ts";
import { errorMessage } from "../data/api/error-message.ts";
import type { RegisteredVisitor } from "../data/lists/registered-visitors.ts";
import { nameOf, type Visit, visitorNames } from "../data/lists/visits.ts";
import { type VisitType, visitTypesQuery } from "../data/lists/visit-types.ts";

const withBoldName = (text: string, name: string) => (
  <InterpolatedText text={text} parts={[<b key="name">{name}</b>]} />
);

/** Signs visitors out; Undo for as long as the toast is shown. @param own they are the user's own, as a host */
export const signOut = (visits: readonly Visit[], own = false): void => {
  const [first] = visits;
  if (first === undefined) return;
  deferWithUndo({
    kind: "out",
    location: first.company_id,
    ids: visits.map(({ _id }) => _id),
    offer: {
      kind: "out",
      name: visitorNames(visits),
      words: (names, count) => withBoldName(i18next.t("done.signedOut", { name: slot(0), count }), names),
    },
    send: (visitorId) =>
      api.request(own ? "POST /me/visitors/{visitorId}/signout" : "POST /visitors/{visitorId}/signout", {
        params: { visitorId },
      }),
    failed: (id) => ({
      words: i18next.t("done.notSignedOut", { name: visitorNames(visits.filter(({ _id }) => _id === id)) }),
      isDone: (inside) => inside.every(({ _id }) => _id !== id),
    }),
  });
};

/**
 * Approves or rejects who is screened; final once the toast has left.
 * @param reason of a rejection; none where it is empty @param own it is the user's own visitor, as a host
 */
export const decide = (visit: Visit, decision: "approve" | "reject", reason = "", own = false): void => {
  const name = nameOf(visit);
  const body = reason === "" ? {} : { body: { rejection_reason: reason } };
  const outcome = decision === "approve" ? "approved" : "rejected";
  deferWithUndo({
    kind: "decided",
    location: visit.company_id,
    ids: [visit._id],
    offer: {
      kind: outcome,
      name,
      words: (names, count) => withBoldName(i18next.t(`done.${outcome}`, { name: slot(0), count }), names),
    },
    send: (visitorId) =>
      api.request(own ? `POST /me/visitors/{visitorId}/${decision}` : `POST /visitors/{visitorId}/${decision}`, {
        params: { visitorId },
        ...body,
      }),
    failed: (id) => ({
      words: i18next.t("done.notDecided", { name }),
      isDone: (inside) => inside.every(({ _id, approval }) => _id !== id || approval !== "pending"),
    }),
  });
};

/** Asks the host of a waiting visitor once more; there is nothing to take back. */
export const askHostAgain = async (visit: Visit): Promise<void> => {
  const { _id: id, company_id } = visit;
  const name = nameOf(visit);
  try {
    await api.request("POST /companies/{company_id}/visitors/{id}/ask", { params: { company_id, id } });
    await queryClient.invalidateQueries({ queryKey: [company_id, "visit", id] });
    showToast({ words: withBoldName(i18next.t("done.askedAgain", { name: slot(0) }), name) });
  } catch (error) {
    const words = i18next.t("done.notAskedAgain", { name });
    showFailed([
      { id, location: company_id, words, reason: errorMessage(error), retry: () => void askHostAgain(visit) },
    ]);
  }
};

/** Those whose visit type has badges; none while the visit types can't be read: the panel of a visit prints its badge too. */
const withBadges = async (visits: readonly [Visit, ...Visit[]]): Promise<Visit[]> => {
  const types = await queryClient
    .ensureQueryData(visitTypesQuery(visits[0].company_id, i18next.language))
    .catch((): VisitType[] => []);
  return visits.filter(({ visit_type }) => types.some(({ _id, badge }) => _id === visit_type && badge));
};

/** Takes sign-ins back: the visits are removed, and their hosts never hear of them. */
const takeBack = (visits: readonly [Visit, ...Visit[]]): void =>
  runNow({
    kind: "out",
    location: visits[0].company_id,
    ids: visits.map(({ _id }) => _id),
    send: (visitorId) => api.request("POST /visitors/{visitorId}/takeback", { params: { visitorId } }),
    failed: (id) => ({
      words: i18next.t("done.notTakenBack", { name: visitorNames(visits.filter(({ _id }) => _id === id)) }),
      isDone: (inside) => inside.every(({ _id }) => _id !== id),
    }),
  });

/**
 * Says that visitors of one location are signed in, offers to take it back, and the badges of those whose visit type has them, as
 * soon as the visit types are read. The sign-in is stored, and the server holds the message to the host back for as long.
 */
export const showSignedIn = async (visits: readonly [Visit, ...Visit[]]): Promise<void> => {
  const add = offerUndo({
    kind: "in",
    name: visitorNames(visits),
    count: visits.length,
    words: (names, count) => withBoldName(i18next.t("done.signedIn", { name: slot(0), count }), names),
    undo: () => takeBack(visits),
    isFixed: true,
  });
  const withBadge = await withBadges(visits);
  const label = i18next.t("done.badge", { count: withBadge.length });
  if (withBadge.length > 0) add({ also: { label, run: () => printBadges(withBadge) } });
};

/** The people whose sign-in is asked about or in progress: a second press does nothing. */
const starting = new Set<string>();

/**
 * Signs a registered visitor in with what is known of them. They leave the expected at once, and come back when it is refused.
 * @param done what is said of the visit
 */
const startVisit = async (registered: RegisteredVisitor, done: (visit: Visit) => void): Promise<void> => {
  const { _id: id, company_id: location } = registered;
  if (!(await confirmSignIn(location, registered))) return;
  markPending("in", [id]);
  try {
    done(await api.request("POST /knownvisitors/{id}/signin", { params: { id } }));
  } catch (error) {
    clearPending("in", [id]);
    const words = i18next.t("done.notSignedIn", { name: nameOf(registered) });
    const retry = (): void => void startOnce(registered, done);
    const isDone = (inside: readonly Visit[]): boolean => inside.some((visit) => visit.known_visitor_id === id);
    showFailed([{ id, location, words, reason: errorMessage(error), retry, isDone }]);
  }
  await invalidatePeople(location);
  clearPending("in", [id]);
};

const startOnce = async (registered: RegisteredVisitor, done: (visit: Visit) => void): Promise<void> => {
  const { _id: id } = registered;
  if (starting.has(id)) return;
  starting.add(id);
  await startVisit(registered, done).finally(() => starting.delete(id));
};

/** Signs a registered visitor in, and says so. @returns their visit, once the lists have it; undefined if there is none */
export const signInRegistered = async (registered: RegisteredVisitor): Promise<Visit | undefined> => {
  let visit: Visit | undefined;
  await startOnce(registered, (started) => {
    visit = started;
    void showSignedIn([started]);
  });
  return visit;
};

/** Signs several in, one after the other: each who seems to be inside already is asked about. */
export const signInParty = async (party: readonly RegisteredVisitor[]): Promise<void> => {
  const visits: Visit[] = [];
  for (const registered of party) await startOnce(registered, (visit) => void visits.push(visit));
  const [first, ...others] = visits;
  if (first !== undefined) await showSignedIn([first, ...others]);
};

/** Those of a group who arrive together. @property title what the group is called, with their number */
type ArrivingGroup = { id: string; title: string; people: readonly RegisteredVisitor[]; unnamed: number };

const startGroup = async (location: string, group: ArrivingGroup): Promise<void> => {
  const { id, title, people, unnamed } = group;
  const known_visitor_ids = people.map(({ _id }) => _id);
  const arriving = [id, ...known_visitor_ids];
  markPending("in", arriving);
  try {
    const body = { known_visitor_ids, unnamed };
    const { visitors } = await api.request("POST /groups/{id}/signin", { params: { id }, body });
    const [first, ...others] = visitors;
    if (first !== undefined) void showSignedIn([first, ...others]);
  } catch (error) {
    const words = i18next.t("done.notSignedIn", { name: title });
    showFailed([{ id, location, words, reason: errorMessage(error), retry: () => void signInGroup(location, group) }]);
  }
  await invalidatePeople(location);
  clearPending("in", arriving);
};

/** Signs a group in at once, those without names too. Who is inside already is passed over. */
export const signInGroup = async (location: string, group: ArrivingGroup): Promise<void> => {
  if (starting.has(group.id)) return;
  starting.add(group.id);
  await startGroup(location, group).finally(() => starting.delete(group.id));
};
