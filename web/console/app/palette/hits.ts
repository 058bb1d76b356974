import type { TablerIcon } from "@tabler/icons-react";

import { foldForSearch } from "../../../../shared/text/folding.ts";
import { matches } from "../../../shared/text-matching.ts";
import type { Command } from "./commands.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { nameOf, type Visit } from "../../data/lists/visits.ts";

/** A host in the list. */
export type Host = { _id: string; cn: string; mail?: string; telephoneNumber?: string };

/** A search result. */
export type SearchHit =
  | { kind: "inside" | "earlier"; id: string; visit: Visit }
  | { kind: "expected"; id: string; person: RegisteredVisitor }
  | { kind: "host"; id: string; host: Host }
  | { kind: "page"; id: string; to: string; label: string; icon: TablerIcon }
  | { kind: "command"; id: string; command: Command; label: string }
  | { kind: "action"; id: string; name: string };

/** Hits of one kind under their heading. */
export type Section = { key: "recent" | "visitors" | "hosts" | "pages" | "actions"; hits: readonly SearchHit[] };

const HITS_MAX = 5;

const text = (person: Visit | RegisteredVisitor): string => `${nameOf(person)} ${person.company ?? ""}`;

/** One entry per person: a visitor inside is not listed again as expected, nor by an earlier visit of the same name. */
export const visitorHits = (
  typed: string,
  {
    inside,
    registered,
    earlier,
  }: { inside: readonly Visit[]; registered: readonly RegisteredVisitor[]; earlier: readonly Visit[] },
): SearchHit[] => {
  if (typed.trim() === "") return [];
  const here = inside.filter((visit) => matches(text(visit), typed)).slice(0, HITS_MAX);
  const hereIds = new Set(inside.map(({ known_visitor_id }) => known_visitor_id));
  const coming = registered
    .filter((person) => !hereIds.has(person._id) && matches(text(person), typed))
    .slice(0, HITS_MAX);
  const known = new Set([...here, ...coming].map((person) => foldForSearch(text(person))));
  const before = earlier.filter((visit) => {
    const key = foldForSearch(text(visit));
    const isNew = visit.signed_out !== undefined && matches(text(visit), typed) && !known.has(key);
    known.add(key);
    return isNew;
  });
  return [
    ...here.map((visit) => ({ kind: "inside", id: visit._id, visit }) as const),
    ...coming.map((person) => ({ kind: "expected", id: person._id, person }) as const),
    ...before.slice(0, HITS_MAX).map((visit) => ({ kind: "earlier", id: visit._id, visit }) as const),
  ];
};

/** The hosts whose name, address or desk phone begins with the text. */
export const hostHits = (typed: string, hosts: readonly Host[]): SearchHit[] =>
  typed.trim() === ""
    ? []
    : hosts
        .filter(({ cn, mail, telephoneNumber }) => matches(`${cn} ${mail ?? ""} ${telephoneNumber ?? ""}`, typed))
        .slice(0, HITS_MAX)
        .map((host) => ({ kind: "host", id: host._id, host }));
