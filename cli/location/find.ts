import type { Act } from "../../server/http/call.ts";
import { list } from "../../server/locations/locations.ts";
import { nothingFound, wrongUsage } from "../command.ts";
import { didYouMean } from "../suggest.ts";

type Place = { _id: string; name: string };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The locations a word may stand for: by id, else by name, else by name in another letter case. */
const matching = (all: readonly Place[], wanted: string): readonly Place[] => {
  const tries: ((place: Place) => boolean)[] = [
    ({ _id }) => same(_id, wanted),
    ({ name }) => name === wanted,
    ({ name }) => same(name, wanted),
  ];
  return tries.map((fits) => all.filter(fits)).find(({ length }) => length > 0) ?? [];
};

const findOne = (all: readonly Place[], wanted: string): string => {
  const [place, ...others] = matching(all, wanted);
  if (place === undefined) {
    const hint = all.length === 0 ? " There is none yet; node bin/foyer.mjs location add NAME makes one." : "";
    throw nothingFound(
      `There is no location "${wanted}".${didYouMean(
        wanted,
        all.map(({ name }) => name),
      )}${hint}`,
    );
  }
  if (others.length > 0)
    throw wrongUsage(
      `${others.length + 1} locations are called "${wanted}"; give the id (node bin/foyer.mjs location list).`,
    );
  return place._id;
};

/**
 * The ids of locations given by id or name; `all` stands for every one there is now.
 * Errors: not found, and wrong usage where several have that name.
 */
export const findLocations = async (act: Act, wanted: readonly string[]): Promise<string[]> => {
  const all = await list(act);
  if (!wanted.includes("all")) return [...new Set(wanted.map((word) => findOne(all, word)))];
  if (wanted.length > 1) throw wrongUsage('"all" stands alone; leave the other locations out.');
  if (all.length === 0) throw nothingFound("There is no location yet; node bin/foyer.mjs location add NAME makes one.");
  return all.map(({ _id }) => _id);
};
