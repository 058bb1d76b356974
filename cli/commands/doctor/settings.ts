import { type Config, ConfigError, readConfig } from "../../../server/platform/config/config.ts";
import type { Environment } from "../../../server/platform/config/reader.ts";
import { type Check, type Finding, ok, problem, warning } from "./check.ts";

const NAME = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)*\b/g;

/** The settings a sentence of a ConfigError is about. */
const namesIn = (sentence: string, env: Environment): string[] =>
  [...sentence.matchAll(NAME)]
    .map(([name]) => name.replace(/_FILE$/, ""))
    .filter((name) => env[name] !== undefined || env[`${name}_FILE`] !== undefined);

const without = (env: Environment, names: readonly string[]): Environment =>
  Object.fromEntries(Object.entries(env).filter(([key]) => !names.includes(key.replace(/_FILE$/, ""))));

type ReadableSettings = { config: Config; problems: readonly string[]; unusable: ReadonlySet<string> };

/** Reads what can be read: the checks go on with the other settings. */
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
      // A misspelled setting leaves the one that was meant unknown, too.
      unusable: new Set([...error.problems.flatMap((sentence) => sentence.match(NAME) ?? []), ...rest.unusable]),
    };
  }
};

/** What is wrong with single settings, each in its sentence. */
export const settingFindings = (problems: readonly string[]): Finding[] =>
  problems.length === 0
    ? [ok("Settings", "all valid")]
    : problems.map((sentence) => {
        const name = sentence.match(NAME)?.[0] ?? "Settings";
        return problem(name, sentence, `Correct ${name} in your environment, or remove it. See .env.example.`);
      });

const LETTERS_MIN = 10;

const secretKey: Check = ({ config }) => {
  if (config.secretKey === undefined || new Set(config.secretKey).size >= LETTERS_MIN) return [];
  const fix = "Set it to the output of: openssl rand -hex 32 (links already sent will stop working).";
  return [problem("SECRET_KEY", "it's easy to guess: it has only a few different characters", fix)];
};

/** No network of one's own is wider than 10.0.0.0/8; two halves of everything are everything, too. */
const tooWide = (ranges: readonly string[]): string | undefined => ranges.find((range) => /\/0*[0-7]$/.test(range));

const trustedProxies: Check = ({ config }) => {
  const all = tooWide(config.trustedProxies);
  if (all === undefined) return [];
  const fix = "List only the addresses of your proxies, for example 127.0.0.1.";
  return [
    problem("TRUSTED_PROXIES", `${all} trusts anyone: callers could fake their address to get round the limit`, fix),
  ];
};

const webhookNetworks: Check = ({ config }) => {
  const all = tooWide(config.webhookAllowedNetworks);
  if (all === undefined) return [];
  const fix = "List only the networks of your endpoints, for example 192.168.1.0/24.";
  return [warning("WEBHOOK_ALLOWED_NETWORKS", `${all} lets a webhook call anything inside your network`, fix)];
};

const mailFrom: Check = ({ config, unusable }) => {
  if (config.channels.mail === undefined || config.channels.mail.MAIL_FROM !== "" || unusable.has("MAIL_FROM"))
    return [];
  return [
    warning("MAIL_FROM", "SMTP_URL is set, but there's no sender address", "Set MAIL_FROM to one of your addresses."),
  ];
};

/** Checks of what the settings say, without trying them. */
export const settingChecks: readonly Check[] = [secretKey, trustedProxies, webhookNetworks, mailFrom];
