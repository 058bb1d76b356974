import { readFileSync } from "node:fs";

import { DEFAULTS, type SettingName, type SettingValue } from "./settings.ts";

export type Environment = Record<string, string | undefined>;

/** Reads settings, and collects a sentence for each that can't be used. */
export type Reader = {
  problems: string[];
  /** The value of a setting, or its default. */
  text<Name extends SettingName>(name: Name): SettingValue<Name>;
  /**
   * The same; a value that isn't `good` is reported, and the default is used. @param expected completes "NAME must be
   * …"
   */
  checked<Name extends SettingName>(name: Name, good: (value: string) => boolean, expected: string): SettingValue<Name>;
  /** A setting with a fixed set of values, which includes its default. */
  choice<Word extends string>(name: SettingName, words: readonly Word[]): Word;
};

/**
 * A secret can be in a file named by `NAME_FILE`, as containers pass them in; a trailing line break is not part of it.
 */
const readFrom =
  (env: Environment, problems: string[]) =>
  (name: SettingName): string | undefined => {
    const direct = env[name];
    const file = env[`${name}_FILE`];
    if (file === undefined || file === "") return direct === "" ? undefined : direct;
    if ((direct ?? "") !== "") problems.push(`${name} and ${name}_FILE are both set. Set only one of them.`);
    try {
      return readFileSync(file, "utf8").replace(/\r?\n$/, "") || undefined;
    } catch {
      problems.push(`${name}_FILE points to "${file}", which can't be read.`);
      return undefined;
    }
  };

/** A reader of the settings in an environment. */
export const makeReader = (env: Environment): Reader => {
  const problems: string[] = [];
  const read = readFrom(env, problems);
  const text: Reader["text"] = <Name extends SettingName>(name: Name) =>
    (read(name) ?? DEFAULTS[name]) as SettingValue<Name>;
  const checked: Reader["checked"] = <Name extends SettingName>(
    name: Name,
    good: (value: string) => boolean,
    expected: string,
  ) => {
    const value = text(name);
    if (value === undefined || good(value)) return value;
    problems.push(`${name} must be ${expected}.`);
    return DEFAULTS[name] as SettingValue<Name>;
  };
  const choice: Reader["choice"] = <Word extends string>(name: SettingName, words: readonly Word[]) =>
    checked(name, (value) => words.some((word) => word === value), `one of ${words.join(", ")}`) as Word;
  return { problems, text, checked, choice };
};
