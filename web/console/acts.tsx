import i18next from "i18next";

import { isToSignIn } from "./already-inside.ts";
import { foyer, queries } from "./api.ts";
import { Filled, place } from "./components/filled.tsx";
import { say } from "./components/toast.tsx";
import { showFailed } from "./failed-actions.ts";
import { doLater, hold, parting, release } from "./later.ts";
import { readAgain } from "./people.ts";
import { reasonOf } from "./refusal.ts";
import { nameOf, type Registered, type Visit } from "./today.ts";

const named = (text: string, name: string) => <Filled text={text} parts={[<b key="name">{name}</b>]} />;

const people = (visits: readonly Visit[]): string => {
  const [only] = visits;
  return visits.length === 1 && only !== undefined
    ? nameOf(only)
    : i18next.t("done.visitors", { count: visits.length });
};

/** Signs visitors out; Undo for as long as the toast stands. */
export const signOut = (visits: readonly Visit[]): void => {
  const [first] = visits;
  if (first === undefined) return;
  const name = people(visits);
  doLater({
    kind: "out",
    location: first.company_id,
    ids: visits.map(({ _id }) => _id),
    words: named(i18next.t("done.signedOut", { name: place(0), count: visits.length }), name),
    undo: i18next.t("undo"),
    send: (visitorId) => parting.request("POST /visitors/{visitorId}/signout", { params: { visitorId } }),
    failed: (id) => ({
      words: i18next.t("done.notSignedOut", { name: people(visits.filter(({ _id }) => _id === id)) }),
      isDone: (inside) => inside.every(({ _id }) => _id !== id),
    }),
  });
};

/** Approves or rejects who is screened; final once the toast has left. */
export const decide = (visit: Visit, decision: "approve" | "reject"): void => {
  const name = nameOf(visit);
  const outcome = decision === "approve" ? "approved" : "rejected";
  doLater({
    kind: "decided",
    location: visit.company_id,
    ids: [visit._id],
    words: named(i18next.t(`done.${outcome}`, { name: place(0) }), name),
    undo: i18next.t("undo"),
    send: (visitorId) => parting.request(`POST /visitors/{visitorId}/${decision}`, { params: { visitorId } }),
    failed: (id) => ({
      words: i18next.t("done.notDecided", { name }),
      isDone: (inside) => inside.every(({ _id, approval }) => _id !== id || approval !== "pending"),
    }),
  });
};

/** Asks the host of somebody who waits once more; there is nothing to take back. */
export const askAgain = async (visit: Visit): Promise<void> => {
  const { _id: id, company_id } = visit;
  const name = nameOf(visit);
  try {
    await foyer.request("POST /companies/{company_id}/visitors/{id}/ask", { params: { company_id, id } });
    await queries.invalidateQueries({ queryKey: [company_id, "visit", id] });
    say({ words: named(i18next.t("done.askedAgain", { name: place(0) }), name) });
  } catch (error) {
    const words = i18next.t("done.notAskedAgain", { name });
    showFailed([{ id, location: company_id, words, reason: reasonOf(error), again: () => void askAgain(visit) }]);
  }
};

/** Says that somebody is in, and offers their badge where the visit type has one. */
export const saySignedIn = (visit: Visit, hasBadge: boolean): void =>
  say({
    words: named(i18next.t("done.signedIn", { name: place(0) }), nameOf(visit)),
    ...(hasBadge && {
      action: {
        label: i18next.t("done.badge"),
        run: () => void globalThis.open(`/at/${visit.company_id}/badge/${visit._id}`, "_blank"),
      },
    }),
  });

/** Signs a registered visitor in with what is known of them. They leave the expected at once, and come back when it is refused. */
export const signInRegistered = async (registered: Registered, hasBadge: boolean): Promise<void> => {
  const { _id: id, company_id: location } = registered;
  if (!(await isToSignIn(location, registered))) return;
  hold("in", [id]);
  try {
    const visit = await foyer.request("POST /knownvisitors/{id}/signin", { params: { id } });
    saySignedIn(visit, hasBadge);
  } catch (error) {
    release("in", [id]);
    const words = i18next.t("done.notSignedIn", { name: nameOf(registered) });
    const again = (): void => void signInRegistered(registered, hasBadge);
    const isDone = (inside: readonly Visit[]): boolean => inside.some((visit) => visit.known_visitor_id === id);
    showFailed([{ id, location, words, reason: reasonOf(error), again, isDone }]);
  }
  await readAgain(location);
  release("in", [id]);
};
