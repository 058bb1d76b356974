import { useTranslation } from "react-i18next";

import { formatShortDay } from "../../../../shared/format.ts";
import type { RecordState } from "../../../components/edits/save-merged.ts";
import { useEdits } from "../../../components/edits/use-edits.ts";
import { api } from "../../../data/api/api.ts";
import { useFormatContext, useLocation } from "../../../data/session/location.ts";
import { type Match, matchOf } from "../../../data/api/record-tags.ts";
import type { RegisteredVisitor } from "../../../data/lists/registered-visitors.ts";
import { nameOf } from "../../../data/lists/visits.ts";
import { type ExpectedTime, expectedTimeOf } from "./expected-time.ts";
import { bodyOf, type RegisteredVisitorDraft } from "./form-fields.ts";
import { registrationsOf, type Several } from "../new-registrations.ts";
import { invalidateRegisteredVisitors } from "../queries.ts";
import { startBatch } from "../registrations.ts";

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

/** `Sofie De Smet`, and `Sofie De Smet, 19 May` where the row is one of several days. */
const useNameOn = () => {
  const { t } = useTranslation("registered-visitors");
  const writing = useFormatContext();
  return (of: object, day: string | undefined): string => {
    const name = nameOf(of) || t("unnamed");
    return day === undefined ? name : `${name}, ${formatShortDay(day, writing)}`;
  };
};

type SaveInput = {
  person: RegisteredVisitor | undefined;
  invites: boolean;
  done: (saved: RegisteredVisitor) => Promise<void>;
  edits: ReturnType<typeof useRegisteredEdits>;
  /** The draft of a new one, once all that it begins with is read. */
  whole: () => Promise<RegisteredVisitorDraft>;
};

/** Sends the form. @returns a function that gives whether it is done: false if it stays open */
export const useSave = ({ person, invites, done, edits, whole }: SaveInput) => {
  const { _id: location, timezone } = useLocation();
  const nameOn = useNameOn();
  const finish = async (saved: RegisteredVisitor): Promise<true> => {
    await invalidateRegisteredVisitors(location);
    await done(saved);
    return true;
  };
  const change = (one: RegisteredVisitor): Promise<boolean> =>
    edits.save(async (changed, _, match) => finish(await send(one, location, bodyOf(changed, timezone), match)));
  const add = async ({ several, expected }: { several: Several; expected: ExpectedTime }): Promise<boolean> => {
    const typed = Object.fromEntries(edits.edited.map((field) => [field, edits.draft[field]]));
    const body = bodyOf({ ...(await whole()), ...typed }, timezone);
    const rows = registrationsOf(several, expected, body, { timeZone: timezone, nameOn });
    if (rows.length === 1) return finish(await send(undefined, location, { ...rows[0]?.body }));
    startBatch(location, rows, invites);
    return false;
  };
  return (given: { several: Several; expected: ExpectedTime }) => (person === undefined ? add(given) : change(person));
};
