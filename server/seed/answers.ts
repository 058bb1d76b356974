import type { Extra } from "../lib/extra.ts";
import type { Person } from "./people.ts";
import type { Random } from "./random.ts";
import type { Kind } from "./visit-types.ts";

const PURPOSES = ["Meeting", "Meeting", "Meeting", "Training", "Audit", "Guided tour", "Sales", "Other"];
const BADGES = ["Blue", "Green", "Yellow"];
const WORKS = [
  "Air conditioning, yearly check",
  "Lift maintenance",
  "Fire extinguishers",
  "Network cabling on the second floor",
  "Window cleaning",
  "Painting the stairwell",
  "Coffee machines",
  "Roof inspection",
  "Electrical inspection",
  "New desks, assembly",
];
const POSITIONS = [
  "Accountant",
  "Software engineer",
  "Office manager",
  "Warehouse lead",
  "Data analyst",
  "Lawyer",
  "Apprentice",
  "Nurse",
  "Account manager",
];

const plate = (random: Random, person: Person, share: number): Extra =>
  random.chance(share) ? { licenseplate: person.plate } : {};

const badge = (random: Random): Extra => ({ badgecolour: random.pick(BADGES) });

/** The answers to the custom questions of a visit type. */
export const answersTo = (kind: Kind, random: Random, person: Person): Extra => {
  switch (kind) {
    case "visitor":
      return { purpose: random.pick(PURPOSES), ...plate(random, person, 0.45), ...badge(random) };
    case "contractor":
      return {
        worktobedone: random.pick(WORKS),
        ...plate(random, person, 0.8),
        safetybriefingread: random.chance(0.97),
        ...badge(random),
      };
    case "interview":
      return { position: random.pick(POSITIONS) };
    case "delivery":
      return { ...plate(random, person, 0.9), numberofparcels: Math.ceil(random.next() ** 3 * 30) };
  }
};
