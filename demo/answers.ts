import type { Extra } from "../server/platform/lib/record/extra.ts";
import type { Person } from "./people/people.ts";
import type { Random } from "./random.ts";
import type { VisitKind } from "./visit-types.ts";

const PURPOSES = ["Meeting", "Meeting", "Meeting", "Training", "Audit", "Guided tour", "Sales", "Other"];
const BADGES = ["Blue", "Green", "Yellow"];
const WORKS = [
  "Annual air conditioning service",
  "Lift maintenance",
  "Fire extinguisher service",
  "Network cabling on the second floor",
  "Window cleaning",
  "Painting the stairwell",
  "Coffee machine service",
  "Roof inspection",
  "Electrical inspection",
  "Assembling new desks",
];
const POSITIONS = [
  "Accountant",
  "Software engineer",
  "Office manager",
  "Warehouse team leader",
  "Data analyst",
  "Solicitor",
  "Apprentice",
  "Nurse",
  "Account manager",
];

const plate = (random: Random, person: Person, share: number): Extra =>
  random.chance(share) ? { vehicleregistration: person.plate } : {};

const badge = (random: Random): Extra => ({ badgecolour: random.pick(BADGES) });

/** The answers to the custom questions of a visit type. */
export const answersTo = (kind: VisitKind, random: Random, person: Person): Extra => {
  switch (kind) {
    case "visitor":
      return { purpose: random.pick(PURPOSES), ...plate(random, person, 0.45), ...badge(random) };
    case "contractor":
      return {
        worktobecarriedout: random.pick(WORKS),
        ...plate(random, person, 0.8),
        ihavereadthesafetybriefing: random.chance(0.97),
        ...badge(random),
      };
    case "interview":
      return { roleappliedfor: random.pick(POSITIONS) };
    case "delivery":
      return { numberofparcels: Math.ceil(random.next() ** 3 * 30) };
  }
};
