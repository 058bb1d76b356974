import { useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";

import { queryClient } from "../../data/api/api.ts";
import { lastChangerQuery, type RecordPlace } from "../../data/session/last-changer.ts";
import { type Conflict, conflictsOf, type Edits, mergeEdits, withEdits } from "./merge-edits.ts";
import { askToOverwrite } from "./overwrite-prompt.ts";
import { type RecordState, saveMerged, type SendChange } from "./save-merged.ts";

/** Without an ID, the service can't tell. */
const changerOf = (place: RecordPlace, conflicts: readonly Conflict[]) => ({
  ...lastChangerQuery(place, stateOf(conflicts)),
  enabled: place.id !== "" && conflicts.length > 0,
});

/** A sentence below a field. */
export type Note = { field: string; words: string };

/** A record of the service that a form edits. */
export type EditedRecord<Fields> = RecordPlace & {
  /** Reads it again. */
  read: () => Promise<RecordState<Fields>>;
  /** Fields whose values are codes, which are not shown to users. */
  codes?: readonly string[];
};

const SHOWN_LENGTH_MAX = 100;

/** A value as a user can read it: no ID, no picture, no list. */
const readable = (field: string, value: unknown, codes: readonly string[] = []): string | undefined => {
  if (typeof value === "number") return String(value);
  const isText = typeof value === "string" && value.length <= SHOWN_LENGTH_MAX && !codes.includes(field);
  return isText && !/^(?:[0-9a-f]{24}$|data:)/.test(value) ? value : undefined;
};

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === "";

const sentenceOf = ({ field, theirs }: Conflict, who: string | undefined, codes: readonly string[] | undefined) => {
  const value = readable(field, theirs, codes);
  const what = isEmpty(theirs) ? "emptied" : value === undefined ? "changed" : "to";
  return who === undefined
    ? i18next.t(`meanwhile.unnamed.${what}`, { value })
    : i18next.t(`meanwhile.${what}`, { who, value });
};

const stateOf = (conflicts: readonly Conflict[]): string =>
  JSON.stringify(conflicts.map(({ field, theirs }) => [field, theirs]));

/** What others changed in fields that the user edited, as sentences for below them. */
const useNotes = (
  record: RecordPlace & { codes?: readonly string[] },
  conflicts: readonly Conflict[],
  isOn: boolean,
): Note[] => {
  const { data: who, isFetching } = useQuery(changerOf(record, isOn ? conflicts : []));
  if (!isOn || isFetching) return [];
  return conflicts.map((one) => ({ field: one.field, words: sentenceOf(one, who ?? undefined, record.codes) }));
};

const NO_RECORD = { location: "", id: "" };
const NO_EDITS = { mine: {}, before: {} };

/** The edits that were made since these were sent: they began with what was saved. */
const since = <Fields>({ mine, before }: Edits<Fields>, sent: Edits<Fields>, saved: Fields): Edits<Fields> => {
  const left = (Object.keys(mine) as (keyof Fields)[]).filter((name) => mine[name] !== sent.mine[name]);
  const partsOf = (valueOf: (name: keyof Fields) => unknown): Partial<Fields> =>
    Object.fromEntries(left.map((name) => [name, valueOf(name)])) as Partial<Fields>;
  return {
    mine: partsOf((name) => mine[name]),
    before: partsOf((name) => (name in sent.mine ? saved[name] : before[name])),
  };
};

/** The newest state of the record: as the page has it, or as it was read for a save since. */
const useNewest = <Fields>(now: Fields) => {
  const [read, setRead] = useState<{ since: string; fields: Fields }>();
  const newest = read !== undefined && read.since === JSON.stringify(now) ? read.fields : now;
  return { newest, setNewest: (fields: Fields) => setRead({ since: JSON.stringify(now), fields }) };
};

/**
 * The edits of a form. What others change meanwhile appears, except in what the user has edited: there it is told, and
 * asked about before a save overwrites it.
 * @param now the record as the page has it
 * @param record undefined where nothing is stored yet, or only the user changes it
 */
export const useEdits = <Fields extends object>(now: Fields, record?: EditedRecord<Fields>) => {
  const [edits, setEdits] = useState<Edits<Fields>>(NO_EDITS);
  const { newest, setNewest } = useNewest(now);
  const conflicts = conflictsOf(edits, newest);
  const notes = useNotes(record ?? NO_RECORD, conflicts, record !== undefined);
  const ask = async (found: readonly Conflict[], read: Fields): Promise<boolean> => {
    setNewest(read);
    const place = record ?? NO_RECORD;
    // The name is a help: without it the question is asked as well.
    const { enabled, ...query } = changerOf(place, found);
    const who = enabled ? await queryClient.fetchQuery(query).catch(() => null) : null;
    const values = found.map(({ field, theirs, mine }) => ({
      theirs: readable(field, theirs, record?.codes),
      mine: readable(field, mine, record?.codes),
    }));
    return askToOverwrite({ who: who ?? undefined, values });
  };
  const save = async (send: SendChange<Fields>): Promise<boolean> => {
    const read = record?.read ?? (async (): Promise<RecordState<Fields>> => ({ fields: newest, match: {} }));
    const saved = await saveMerged(edits, { read, send, ask });
    // Edits made while saving remain edits.
    if (saved !== undefined) setEdits((later) => since(later, edits, saved));
    return saved !== undefined;
  };
  return {
    draft: mergeEdits(edits, newest),
    saved: newest,
    edited: Object.keys(edits.mine) as (keyof Fields & string)[],
    notes,
    set: (part: Partial<Fields>) => setEdits((old) => withEdits(old, part, newest)),
    discard: () => setEdits(NO_EDITS),
    save,
  };
};
