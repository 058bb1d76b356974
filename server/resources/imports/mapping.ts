import { HOST_HEADINGS, type Headings, VISIT_HEADINGS, VISITOR_HEADINGS } from "../../../shared/import/headings.ts";
import { matchColumns, normalHeading } from "../../../shared/import/match-columns.ts";
import { type ImportTarget, type Preset, PRESETS, presetOf } from "../../../shared/import/presets.ts";
import { badRequest } from "../../platform/lib/errors.ts";

/** What columns can become, by the kind of record. */
export const HEADINGS: Record<ImportTarget, Headings> = {
  hosts: HOST_HEADINGS,
  known_visitors: { name: ["full name", "visitor"], ...VISITOR_HEADINGS },
  visits: VISIT_HEADINGS,
};

/** The preset that a caller names. Errors: `400` for one that is not for this kind of record. */
export const presetNamed = (id: string | undefined, target: ImportTarget): Preset | undefined => {
  if (id === undefined) return undefined;
  const found = PRESETS.find((preset) => preset.id === id && preset.target === target);
  if (found !== undefined) return found;
  const known = PRESETS.filter((preset) => preset.target === target).map((preset) => preset.id);
  throw badRequest(`"preset" must be one of ${known.join(", ")}.`, "wrong_format", "preset");
};

/** What the columns become: as the preset says, named or recognised, and otherwise by their names. */
export const guessMapping = (
  columns: readonly string[],
  target: ImportTarget,
  named: Preset | undefined,
): { preset: string | null; mapping: Record<string, string> } => {
  const preset = named ?? presetOf(columns, target);
  const said = new Map(Object.entries(preset?.columns ?? {}).map(([name, key]) => [normalHeading(name), key]));
  const taken = new Set(said.values());
  const guessed = matchColumns(columns, HEADINGS[target]);
  const mapping = columns.map((column, n): [string, string] => {
    const key = said.get(normalHeading(column));
    const guess = guessed[n] ?? "";
    return [column, key ?? (taken.has(guess) ? "" : guess)];
  });
  return { preset: preset?.id ?? null, mapping: Object.fromEntries(mapping.filter(([, key]) => key !== "")) };
};

const KEY = /^[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,99}$/u;

/** Errors: `400` for a column that the file doesn't have, an unknown target, and one that two columns have. */
export const checkMapping = (
  mapping: Readonly<Record<string, string>>,
  columns: readonly string[],
  target: ImportTarget,
): void => {
  const taken = new Set<string>();
  for (const [column, key] of Object.entries(mapping)) {
    if (!columns.includes(column))
      throw badRequest(`The file has no column "${column.slice(0, 100)}".`, "unknown_key", "mapping");
    // Visits can have keys of their own.
    const isKnown = Object.hasOwn(HEADINGS[target], key) || (target === "visits" && KEY.test(key));
    if (key !== "" && !isKnown)
      throw badRequest(
        `"mapping" must give each column one of ${Object.keys(HEADINGS[target]).join(", ")}.`,
        "wrong_format",
        "mapping",
      );
    if (taken.has(key)) throw badRequest(`Two columns become "${key}".`, "already_taken", "mapping");
    if (key !== "") taken.add(key);
  }
};
