import type { TablerIcon } from "@tabler/icons-react";

import { fold, matches } from "../../shared/fold.ts";
import { nameOf, type Registered, type Visit } from "../today.ts";

/** A host as the list has them. */
export type Host = { _id: string; cn: string; mail?: string; telephoneNumber?: string };

/** Something that was found. */
export type Hit =
  | { kind: "inside" | "earlier"; id: string; visit: Visit }
  | { kind: "expected"; id: string; person: Registered }
  | { kind: "host"; id: string; host: Host }
  | { kind: "page"; id: string; to: string; label: string; icon: TablerIcon }
  | { kind: "action"; id: string; name: string };

/** Hits of one sort under their heading. */
export type Section = { key: "visitors" | "hosts" | "pages" | "actions"; hits: readonly Hit[] };

const MOST = 5;

const text = (person: Visit | Registered): string => `${nameOf(person)} ${person.company ?? ""}`;

/** One entry a person: who is inside is not listed again as expected, nor an earlier visit of the same name. */
export const visitorHits = (
  typed: string,
  {
    inside,
    registered,
    earlier,
  }: { inside: readonly Visit[]; registered: readonly Registered[]; earlier: readonly Visit[] },
): Hit[] => {
  if (typed.trim() === "") return [];
  const here = inside.filter((visit) => matches(text(visit), typed)).slice(0, MOST);
  const hereIds = new Set(inside.map(({ known_visitor_id }) => known_visitor_id));
  const coming = registered.filter((person) => !hereIds.has(person._id) && matches(text(person), typed)).slice(0, MOST);
  const known = new Set([...here, ...coming].map((person) => fold(text(person))));
  const before = earlier.filter((visit) => {
    const key = fold(text(visit));
    const isNew = visit.signed_out !== undefined && matches(text(visit), typed) && !known.has(key);
    known.add(key);
    return isNew;
  });
  return [
    ...here.map((visit) => ({ kind: "inside", id: visit._id, visit }) as const),
    ...coming.map((person) => ({ kind: "expected", id: person._id, person }) as const),
    ...before.slice(0, MOST).map((visit) => ({ kind: "earlier", id: visit._id, visit }) as const),
  ];
};

/** The hosts whose name, address or desk phone begins so. */
export const hostHits = (typed: string, hosts: readonly Host[]): Hit[] =>
  typed.trim() === ""
    ? []
    : hosts
        .filter(({ cn, mail, telephoneNumber }) => matches(`${cn} ${mail ?? ""} ${telephoneNumber ?? ""}`, typed))
        .slice(0, MOST)
        .map((host) => ({ kind: "host", id: host._id, host }));
