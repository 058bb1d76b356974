import type { Person } from "./people.ts";
import type { Random } from "../random.ts";

const CARRIERS = ["Swift Parcel", "Kestrel Couriers", "Noordzee Koeriers", "Postiljon", "Rapid Freight"];

/** The driver of a delivery: only the carrier is known, not who they are. */
export const driverOf = (random: Random, { plate, language }: Person): Person => ({
  firstName: undefined,
  lastName: undefined,
  company: random.pick(CARRIERS),
  email: undefined,
  phone: undefined,
  plate,
  language,
});
