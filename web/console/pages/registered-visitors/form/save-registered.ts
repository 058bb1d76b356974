import { useTranslation } from "react-i18next";

import type { RecordState } from "../../../components/edits/save-merged.ts";
import { problemOf } from "../../../components/edits/use-draft.ts";
import { showToast } from "../../../components/feedback/toast.tsx";
import { useEdits } from "../../../components/edits/use-edits.ts";
import { type Answer, api } from "../../../data/api/api.ts";
import { useLocation } from "../../../data/session/location.ts";
import { type Match, matchOf } from "../../../data/api/record-tags.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { nameOf } from "../../../data/lists/visits.ts";
import type { Edit, Series } from "../../../features/series/change.ts";
import { type ExpectedTime, expectedTimeOf, slotOf } from "./expected-time.ts";
import { bodyOf, type RegisteredVisitorDraft } from "./form-fields.ts";
import { groupOf, registrationsOf, repeatOf, type Several, type Together, visitorsOf } from "../new-registrations.ts";
import { invalidateRegisteredVisitors, sendInvitations } from "../queries.ts";
import { startBatch } from "../registrations.ts";
import { type Repeat, seriesDays } from "./repeat.ts";

const send = (
  person: RegisteredVisitor | undefined,
  location: string,
  change: Record<string, unknown>,
  match: Match = {},
): Promise<RegisteredVisitor> =>
  person === undefined
    ? api.request("POST /knownvisitors", { body: { company_id: location, ...change } })
    : api.request("PUT /knownvisitors/{id}", { params: { id: person._id }, body: change, ...match });

/** The edits of a registered visitor, or of a new one. */
export const useRegisteredEdits = (person: RegisteredVisitor | undefined, first: RegisteredVisitorDraft) => {
  const { _id: location, timezone } = useLocation();
  const fieldsOf = (one: RegisteredVisitor): RegisteredVisitorDraft => ({
    ...one,
    expected: expectedTimeOf(one.visiting_on, timezone),
  });
  const read = async (id: string): Promise<RecordState<RegisteredVisitorDraft>> => {
    const found = await api.request("GET /knownvisitors/{id}", { params: { id } });
    return { fields: fieldsOf(found), match: matchOf(found) };
  };
  return useEdits<RegisteredVisitorDraft>(
    person === undefined ? first : fieldsOf(person),
    person && { location, id: person._id, codes: ["language_id"], read: () => read(person._id) },
  );
};

type SaveInput = {
  person: RegisteredVisitor | undefined;
  invites: boolean;
  done: (saved: RegisteredVisitor) => Promise<void>;
  /** Shows a new series or group. @property first its first visitor */
  doneAll: (made: { words: string; first: string | undefined }) => void;
  edits: ReturnType<typeof useRegisteredEdits>;
  /** The draft of a new one, once all that it begins with is read. */
  whole: () => Promise<RegisteredVisitorDraft>;
};

type FormValues = { several: Several; expected: ExpectedTime };

type Group = Answer<"POST /groups">;

type SeriesInput = { location: string; invites: boolean; timeZone: string; expected: ExpectedTime };

/** Registers visitors for each visit of a repetition, as one series. */
const registerSeries = (
  repeat: Repeat,
  { visitors, shared }: ReturnType<typeof visitorsOf>,
  { location, invites, timeZone, expected }: SeriesInput,
): Promise<Series> => {
  const { first, rule = "" } = seriesDays(repeat, expected.day);
  const { start, minutes } = slotOf({ ...expected, day: first }, timeZone);
  const [date = "", time = ""] = start.split("T");
  const { visiting_on: _span, ...keys } = shared;
  const invite = invites && visitors.some(({ email }) => typeof email === "string");
  return api.request("POST /series", {
    body: { ...keys, company_id: location, visitors, starts: { date, time }, duration_minutes: minutes, rule, invite },
  });
};

/** Registers several who come together, the first of them as the leader, and invites those with an address. */
const registerGroup = async (
  { name, unnamed }: Together,
  { visitors: [leader, ...members], shared }: ReturnType<typeof visitorsOf>,
  { location, invites }: { location: string; invites: boolean },
): Promise<Group> => {
  const own = { ...(leader && { leader }), members, unnamed, ...(name.trim() !== "" && { name: name.trim() }) };
  const group = await api.request("POST /groups", { body: { ...shared, company_id: location, ...own } });
  const invited = [group.leader, ...group.members].flatMap((one) => (one?.["email"] === undefined ? [] : one._id));
  try {
    if (invites && invited.length > 0) await sendInvitations(location, invited, `${group._id}-invitations`);
  } catch (error) {
    // The group is there: it isn't registered again.
    showToast({ kind: "problem", words: problemOf(error).words });
  }
  return group;
};

/** Sends the form. @returns a function that gives whether it is done: false if it remains open */
export const useSave = ({ person, invites, done, doneAll, edits, whole }: SaveInput) => {
  const { t } = useTranslation("registered-visitors");
  const { _id: location, timezone } = useLocation();
  const finish = async (saved: RegisteredVisitor): Promise<true> => {
    await invalidateRegisteredVisitors(location);
    await done(saved);
    return true;
  };
  const finishAll = async (words: string, first: string | undefined): Promise<true> => {
    await invalidateRegisteredVisitors(location);
    doneAll({ words, first });
    return true;
  };
  const change = (one: RegisteredVisitor): Promise<boolean> =>
    edits.save(async (changed, _, match) => finish(await send(one, location, bodyOf(changed, timezone), match)));
  const add = async ({ several, expected }: FormValues): Promise<boolean> => {
    const typed = Object.fromEntries(edits.edited.map((field) => [field, edits.draft[field]]));
    const body = bodyOf({ ...(await whole()), ...typed }, timezone);
    const { people } = several;
    const repeat = repeatOf(several, expected);
    if (repeat !== undefined) {
      const input = { location, invites, timeZone: timezone, expected };
      const series = await registerSeries(repeat, visitorsOf(people, body), input);
      const { occurrences } = series;
      const first = occurrences.flatMap(({ known_visitor_ids }) => known_visitor_ids)[0];
      return finishAll(t("seriesAdded", { count: occurrences.length }), first);
    }
    const together = groupOf(several);
    if (together !== undefined) {
      const group = await registerGroup(together, visitorsOf(people, body), { location, invites });
      const count = group.members.length + group.unnamed + (group.leader === undefined ? 0 : 1);
      return finishAll(t("groupAdded", { count }), (group.leader ?? group.members[0])?._id);
    }
    if (people === undefined) return finish(await send(undefined, location, body));
    startBatch(
      location,
      registrationsOf(people, body, (of) => nameOf(of) || t("unnamed")),
      invites,
    );
    return false;
  };
  return (given: FormValues) => (person === undefined ? add(given) : change(person));
};

/** What an edit of a visit of a series changes. */
export const editOf = (changed: RegisteredVisitorDraft, timeZone: string): Edit => {
  const { expected, ...typed } = changed;
  return { keys: bodyOf(typed, timeZone), slot: expected && slotOf(expected, timeZone) };
};
