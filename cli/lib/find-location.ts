import type { RequestContext } from "../../server/platform/http/request-context.ts";
import { listLocations } from "../../server/resources/locations/locations.ts";
import { nothingFound, wrongUsage } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";

type NamedLocation = { _id: string; name: string };

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The locations that a word may mean: by ID, or else by name, or else by name in another letter case. */
const matching = (all: readonly NamedLocation[], text: string): readonly NamedLocation[] => {
  const tries: ((place: NamedLocation) => boolean)[] = [
    ({ _id }) => same(_id, text),
    ({ name }) => name === text,
    ({ name }) => same(name, text),
  ];
  return tries.map((fits) => all.filter(fits)).find(({ length }) => length > 0) ?? [];
};

const findOne = (all: readonly NamedLocation[], text: string): string => {
  const [place, ...others] = matching(all, text);
  if (place === undefined) {
    const hint = all.length === 0 ? " There are none yet. To create one: node bin/foyer.mjs location add NAME" : "";
    throw nothingFound(
      `There's no location "${text}".${didYouMean(
        text,
        all.map(({ name }) => name),
      )}${hint}`,
    );
  }
  if (others.length > 0)
    throw wrongUsage(
      `${others.length + 1} locations are called "${text}". Use the ID instead (node bin/foyer.mjs location list).`,
    );
  return place._id;
};

/**
 * The IDs of locations given by ID or name; `all` means every existing one. Errors: not found, and wrong usage if
 * several have that name.
 */
export const findLocations = async (ctx: RequestContext, texts: readonly string[]): Promise<string[]> => {
  const all = await listLocations(ctx);
  if (!texts.includes("all")) return [...new Set(texts.map((word) => findOne(all, word)))];
  if (texts.length > 1) throw wrongUsage('Use "all" on its own, without other locations.');
  if (all.length === 0)
    throw nothingFound("There are no locations yet. To create one: node bin/foyer.mjs location add NAME");
  return all.map(({ _id }) => _id);
};
