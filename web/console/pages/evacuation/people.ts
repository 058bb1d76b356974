import { foldForSearch } from "../../../../shared/text/folding.ts";
import type { Evacuation, StoredMark } from "../../data/session/evacuation-storage.ts";
import type { Visit } from "../../data/lists/visits.ts";

/** A person on the list of an evacuation. */
export type Person = Evacuation["persons"][number];

/** The id of an evacuation that began on this phone and that the service does not know yet. */
const LOCAL = "local-";

/** A name of our own: plain http from another machine has no `crypto.randomUUID`. */
export const newLocalId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Whether the service has not heard of it. */
export const isLocal = ({ _id }: Pick<Evacuation, "_id">): boolean => _id.startsWith(LOCAL);

/** All visitors who are known to be inside, as an evacuation lists them. */
export const personsOf = (inside: readonly Visit[]): Person[] =>
  inside.map(({ _id, first_name, last_name, company, recipient, entrypoint_id, phone, approval, signed_in }) => ({
    visitor_id: _id,
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(company === undefined ? {} : { company }),
    ...(recipient === undefined ? {} : { recipient }),
    ...(entrypoint_id === undefined ? {} : { entrypoint_id }),
    ...(phone === undefined ? {} : { phone }),
    ...(approval === undefined ? {} : { approval }),
    signed_in,
    safe: false,
    signed_out: false,
  }));

/** An evacuation that begins offline: with all visitors who are known to be inside. */
export const localEvacuation = (location: string, drill: boolean, inside: readonly Visit[]): Evacuation => {
  const started = new Date().toISOString();
  return {
    _id: `${LOCAL}${newLocalId()}`,
    company_id: location,
    drill,
    started,
    started_by: "",
    create_date: started,
    mod_date: started,
    persons: personsOf(inside),
  };
};

/** The people with the marks that wait on this phone put in; those are the latest that is known here. */
export const withMarks = (persons: readonly Person[], marks: readonly StoredMark[]): Person[] => {
  const latest = new Map(marks.toSorted((a, b) => a.at - b.at).map((mark) => [mark.visitor, mark]));
  return persons.map((person) => {
    const mark = latest.get(person.visitor_id);
    return mark === undefined ? person : { ...person, safe: mark.safe || person.signed_out };
  });
};

/** Whether a visitor was rejected: they weren't let in, and are listed apart. */
export const isRejected = ({ approval }: Pick<Person, "approval">): boolean => approval === "rejected";

/** What the list is narrowed to; all of it is in the address. */
export type PeopleFilter = { text: string; entryPoint: string | undefined; host: string | undefined };

/** Those of the people who are meant, by what they are called, their company, host and entrance. */
export const filterPeople = (
  persons: readonly Person[],
  { text, entryPoint, host }: PeopleFilter,
  entryPoints: Readonly<Record<string, string>>,
): Person[] => {
  const words = foldForSearch(text).split(/\s+/).filter(Boolean);
  const textOf = (person: Person): string =>
    foldForSearch(
      [
        person.first_name,
        person.last_name,
        person.company,
        person.recipient,
        entryPoints[person.entrypoint_id ?? ""],
      ].join(" "),
    );
  return persons.filter(
    (person) =>
      (entryPoint === undefined || person.entrypoint_id === entryPoint) &&
      (host === undefined || person.recipient === host) &&
      words.every((word) => textOf(person).includes(word)),
  );
};

/** By name, so that a name that is called out is found where one looks for it. */
export const sortByName = (persons: readonly Person[], language: string): Person[] => {
  const { compare } = new Intl.Collator(language);
  const nameOf = ({ last_name = "", first_name = "", company = "" }: Person): string =>
    `${last_name} ${first_name}`.trim() || company;
  return persons.toSorted((a, b) => compare(nameOf(a), nameOf(b)));
};

/** The hosts who have visitors on the list, by name. */
export const hostsOf = (persons: readonly Person[], language: string): string[] =>
  [...new Set(persons.flatMap(({ recipient }) => recipient ?? []))].toSorted(new Intl.Collator(language).compare);

/** `04:12`, `1:04:12`; by the second. */
export const formatElapsed = (ms: number): string => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${hours}:` : ""}${two(minutes)}:${two(seconds % 60)}`;
};
