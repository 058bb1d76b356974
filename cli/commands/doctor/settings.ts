import { type Config, ConfigError, readConfig } from "../../../server/platform/config/config.ts";
import type { Environment } from "../../../server/platform/config/reader.ts";
import { type Finding, ok, problem } from "../../../server/jobs/system/checks/check.ts";

const NAME = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\b/g;

/** The settings named in a sentence of a ConfigError. */
const namesIn = (sentence: string, env: Environment): string[] =>
  [...sentence.matchAll(NAME)]
    .map(([name]) => name.replace(/_FILE$/, ""))
    .filter((name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined);

const without = (env: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([key]) => !names.includes(key.replace(/_FILE$/, ""))));

type ReadableSettings = { config: Config; problems: readonly string[]; unusable: ReadonlySet<string> };

/** Reads the valid settings: the checks continue with these. */
export const readSettings = (env: Environment): ReadableSettings => {
  try {
    return { config: readConfig(env), problems: [], unusable: new Set() };
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const names = error.problems.flatMap((sentence) => namesIn(sentence, env));
    if (names.length === 0) throw error;
    const rest = readSettings(without(env, names));
    return {
      ...rest,
      problems: [...error.problems, ...rest.problems],
      // A misspelled setting makes the intended one unknown, too.
      unusable: new Set([...error.problems.flatMap((sentence) => sentence.match(NAME) ?? []), ...rest.unusable]),
    };
  }
};

/** The findings about invalid settings, one each. */
export const settingFindings = (problems: readonly string[]): Finding[] =>
  problems.length === 0
    ? [ok("Settings", "all valid")]
    : problems.map((sentence) => {
        const name = sentence.match(NAME)?.[0] ?? "Settings";
        return problem(name, sentence, `Correct ${name} in your environment, or remove it. See .env.example.`);
      });
