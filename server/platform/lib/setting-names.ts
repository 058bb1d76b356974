import { editDistance } from "./text/edit-distance.ts";

/** Longer names may differ by two letters, shorter ones by one: HOME is two letters from HOST. */
const SHORT_LENGTH_MAX = 7;

/** Names of other programs that resemble one of ours. */
const FOREIGN = new Set(["SSL_CERT_FILE", "SSL_CERT_DIR"]);

const isNear = (name: string, known: string): boolean =>
  Math.abs(name.length - known.length) <= 2 &&
  editDistance(name, known) <= (known.replace(/_FILE$/, "").length <= SHORT_LENGTH_MAX ? 1 : 2);

const nearest = (name: string, known: readonly string[]): string | undefined =>
  known
    .filter((candidate) => isNear(name, candidate))
    .toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0];

const isGiven = (value: string | undefined): boolean => value !== undefined && value !== "";

/**
 * A sentence for each variable that looks like a misspelled setting, while that setting is absent. Ignored, DATBASE_URL
 * would open an empty database instead of the one it names.
 * @param env the environment
 * @param known the names of all settings, without their `_FILE` forms
 */
export const misspelledSettings = (env: Record<string, string | undefined>, known: ReadonlySet<string>): string[] => {
  const absent = [...known].filter((name) => env[name] === undefined && env[`${name}_FILE`] === undefined);
  const names = absent.flatMap((name) => [name, `${name}_FILE`]);
  return Object.keys(env)
    .filter((name) => /^[A-Z][A-Z\d_]*$/.test(name) && isGiven(env[name]) && !FOREIGN.has(name))
    .filter((name) => !known.has(name.replace(/_FILE$/, "")))
    .flatMap((name) => {
      const meant = nearest(name, names);
      if (meant === undefined) return [];
      return [
        `${name} isn't a setting, but ${meant} is. Rename it. If it belongs to other software, set ${meant}= (empty) as well.`,
      ];
    });
};
