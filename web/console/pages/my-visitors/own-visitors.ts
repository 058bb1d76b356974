import { queryOptions } from "@tanstack/react-query";

import { dayAfter } from "../../../shared/format.ts";
import { type Answer, api } from "../../data/api/api.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";

/** The user's visitors, of whom they are the host. */
type OwnVisitors = Answer<"GET /me/visitors">;

const DAYS_BACK = 90;
const DAYS_AHEAD = 60;
/** Visits that are over, in the list. */
const BEEN_MAX = 20;

/** The user's visitors of the last and the next weeks, at all their locations; the stream of this one renews it. @param today `2026-05-19` */
export const ownVisitorsQuery = (location: string, today: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "own", today],
    queryFn: () =>
      api.request("GET /me/visitors", {
        query: { from: dayAfter(today, -DAYS_BACK), until: dayAfter(today, DAYS_AHEAD) },
      }),
  });

/** The parts of the page. */
export type Parts = {
  /** They wait for the user's decision. */
  waiting: Visit[];
  here: Visit[];
  /** Of a series, the next occurrence alone. */
  coming: RegisteredVisitor[];
  been: Visit[];
};

const endOf = ({ visiting_on }: RegisteredVisitor): number =>
  visiting_on?.endDate === undefined ? Infinity : Date.parse(visiting_on.endDate);

const personOf = (person: RegisteredVisitor): string =>
  person.series_id === undefined ? person._id : JSON.stringify([person.series_id, nameOf(person), person.email]);

/** Who waits, is here, is coming and has been. @param gone visits that are signed out or decided as far as the page shows */
export const partsOf = (
  { visits, inside, registered_visitors }: OwnVisitors,
  { now, out, decided }: { now: number; out: ReadonlySet<string>; decided: ReadonlySet<string> },
): Parts => {
  const there = new Set(inside);
  const present = visits.filter(({ _id }) => there.has(_id) && !out.has(_id));
  const isWaiting = ({ _id, approval }: Visit): boolean => approval === "pending" && !decided.has(_id);
  const came = new Set(visits.map(({ known_visitor_id }) => known_visitor_id));
  const expected = registered_visitors.filter((person) => !came.has(person._id) && endOf(person) > now);
  const next = new Map(expected.toReversed().map((person) => [personOf(person), person]));
  return {
    waiting: present.filter(isWaiting),
    here: present.filter((visit) => !isWaiting(visit)),
    coming: expected.filter((person) => next.get(personOf(person)) === person),
    been: visits.filter(({ _id }) => !there.has(_id) || out.has(_id)).slice(0, BEEN_MAX),
  };
};

/** Who to invite. */
export type Invitee = { name: string; company: string; email: string; phone: string };

/** The people who were here or were invited, the latest first, each once. */
export const knownPeople = ({ visits, registered_visitors }: OwnVisitors): Invitee[] => {
  const people = [...visits, ...registered_visitors].map((person) => ({
    name: [person.first_name, person.last_name].filter(Boolean).join(" "),
    company: person.company ?? "",
    email: person.email ?? "",
    phone: person.phone ?? "",
  }));
  const named = people.filter(({ name }) => name !== "");
  return [
    ...new Map(named.toReversed().map((person) => [`${person.name} ${person.company}`, person])).values(),
  ].toReversed();
};
