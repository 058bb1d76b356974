import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { type BackupSettings, readBackups } from "./backup.ts";
import { readChannels } from "./channels.ts";
import { type Environment, makeReader, type Reader } from "./reader.ts";
import { DEFAULTS, type SettingName } from "./settings.ts";
import type { ChannelConfigs } from "../channels/channels.ts";
import { type DatabaseSettings, readDatabase } from "../db/settings.ts";
import { withoutTrailingSlashes } from "../lib/net/base-url.ts";
import { isEmailAddress } from "../../../shared/email.ts";
import { isRange } from "../lib/net/ip-address.ts";
import { localHostOf } from "../lib/net/listen-address.ts";
import { misspelledSettings } from "../lib/setting-names.ts";
import { isUrlOf } from "../lib/net/url-checks.ts";
import { readMetricsToken, readTraces, type Traces } from "../observe/settings.ts";
import { OperatorError } from "../lib/operator-error.ts";

/** The role of a process: serve requests, do background work, or both. */
const ROLES = ["all", "api", "worker"] as const;
export type ProcessRole = (typeof ROLES)[number];

/** All settings (rules 6), read once at the start. */
export type Config = DatabaseSettings & {
  role: ProcessRole;
  port: number;
  host: string;
  dataDir: string;
  adminEmail: string | undefined;
  adminPassword: string | undefined;
  publicUrl: string;
  tls: { cert: string; key: string } | undefined;
  channels: ChannelConfigs;
  secretKey: string | undefined;
  previousKey: string | undefined;
  trustedProxies: string[];
  webhookAllowedNetworks: string[];
  /** For what global admins connect: login providers, LDAP directories. */
  connectAllowedNetworks: string[];
  idpAuthority: string;
  /** Where users of the console can log in instead of with a password. */
  oidc: { issuer: string; clientId: string; clientSecret: string; name: string } | undefined;
  logLevel: string;
  backup: BackupSettings;
  /** If set, clients of /metrics must send it. */
  metricsToken: string | undefined;
  /** Where traces are sent, from the standard's own variables. */
  traces: Traces | undefined;
  /** The folder of the built pages. */
  webDir: string;
  /** Whether the kiosk's demo is available at /kiosk/demo. */
  kioskDemo: boolean;
  /** Where security reports go, as a URI (RFC 9116). */
  securityContact: string | undefined;
};

/** Invalid settings; `problems` has a sentence for each. */
export class ConfigError extends OperatorError {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`Foyer can't start with these settings:\n${problems.map((problem) => `  - ${problem}`).join("\n")}`);
    this.problems = problems;
  }
}

const isPort = (value: string): boolean => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const list = (value: string | undefined): string[] => (value ?? "").split(/[\s,]+/).filter((part) => part !== "");
const isRanges = (value: string): boolean => list(value).every(isRange);
/** Only the operator's own proxies: trusting every address would let callers choose the address we see. */
const areProxies = (value: string): boolean => list(value).every((part) => isRange(part) && !/^\[|\/0+$/.test(part));
const LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"];
/** A shorter key could be guessed; an empty one is no secret. */
export const SECRET_LENGTH_MIN = 32;

const readPair = (reader: Reader, first: SettingName, second: SettingName): [string, string] | undefined => {
  const a = reader.text(first);
  const b = reader.text(second);
  if (a !== undefined && b !== undefined) return [a, b];
  if (a !== undefined || b !== undefined)
    reader.problems.push(`${first} and ${second} must be set together. One is missing.`);
  return undefined;
};

const admin = (reader: Reader): Pick<Config, "adminEmail" | "adminPassword"> => {
  const pair = readPair(reader, "ADMIN_EMAIL", "ADMIN_PASSWORD");
  if (pair !== undefined && !isEmailAddress(pair[0])) reader.problems.push("ADMIN_EMAIL must be an email address.");
  if (pair !== undefined && pair[1].length < 12)
    reader.problems.push("ADMIN_PASSWORD must have at least 12 characters.");
  return { adminEmail: pair?.[0].toLowerCase(), adminPassword: pair?.[1] };
};

const readPem = (reader: Reader, name: string, path: string): string => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    reader.problems.push(`${name} points to "${path}", which can't be read.`);
    return "";
  }
};

const tls = (reader: Reader): Config["tls"] => {
  const pair = readPair(reader, "TLS_CERT", "TLS_KEY");
  return pair && { cert: readPem(reader, "TLS_CERT", pair[0]), key: readPem(reader, "TLS_KEY", pair[1]) };
};

/** Foyer is served at the root of its host: a path after it would be in every link, and lead nowhere. */
const isOrigin = (value: string): boolean => isUrlOf("http:", "https:")(value) && /^[^/]*\/\/[^/?#]+\/*$/.test(value);
const isSecret = (value: string): boolean => value.length >= SECRET_LENGTH_MIN;

const keys = (reader: Reader): Pick<Config, "secretKey" | "previousKey"> => {
  const secretKey = reader.checked(
    "SECRET_KEY",
    isSecret,
    `at least ${SECRET_LENGTH_MIN} characters (for example from: openssl rand -hex 32)`,
  );
  const previousKey = reader.checked(
    "SECRET_KEY_PREVIOUS",
    (value) => isSecret(value) && value !== secretKey,
    `the previous key: at least ${SECRET_LENGTH_MIN} characters, and different from SECRET_KEY`,
  );
  return { secretKey, previousKey };
};

const security = (
  reader: Reader,
): Pick<
  Config,
  "secretKey" | "previousKey" | "trustedProxies" | "webhookAllowedNetworks" | "connectAllowedNetworks" | "idpAuthority"
> => ({
  ...keys(reader),
  trustedProxies: list(
    reader.checked(
      "TRUSTED_PROXIES",
      areProxies,
      "a list of addresses or CIDR ranges such as 127.0.0.1, 10.0.0.0/8 (not every address)",
    ),
  ),
  webhookAllowedNetworks: list(
    reader.checked("WEBHOOK_ALLOWED_NETWORKS", isRanges, "a list of CIDR ranges such as 192.168.1.0/24"),
  ),
  connectAllowedNetworks: list(
    reader.checked("CONNECT_ALLOWED_NETWORKS", isRanges, "a list of CIDR ranges such as 10.1.2.0/24"),
  ),
  idpAuthority: reader.checked("IDP_AUTHORITY", isUrlOf("http:", "https:"), "an http(s) URL"),
});

/** The provider's statement of who a user is must not be changed on the way: HTTPS, or a provider on this machine. */
export const isIssuer = (value: string): boolean =>
  isUrlOf("https:")(value) ||
  (isUrlOf("http:")(value) && /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(value).hostname));

const oidc = (reader: Reader): Config["oidc"] => {
  const settings = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET", "OIDC_NAME"] as const;
  const [issuer, clientId, clientSecret, name] = settings.map((setting) => reader.text(setting));
  if ([issuer, clientId, clientSecret, name].every((value) => value === undefined)) return undefined;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    reader.problems.push("OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET must be set together. One is missing.");
    return undefined;
  }
  if (isIssuer(issuer)) return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname };
  reader.problems.push("OIDC_ISSUER must be an https URL such as https://id.example.org/realms/staff.");
  return undefined;
};

/** The embedded database belongs to one process, which then has every role. */
const readRole = (reader: Reader, databaseUrl: string | undefined): ProcessRole => {
  const role = reader.choice("ROLE", ROLES);
  if (role !== "all" && databaseUrl === undefined)
    reader.problems.push(`ROLE=${role} shares its database with other processes, so DATABASE_URL must be set.`);
  return role;
};

/**
 * Reads TLS_CERT and TLS_KEY again, from the current files; undefined if they are not set. Errors: ConfigError
 * @param env the environment
 */
export const readCertificate = (env: Environment = process.env): Config["tls"] => {
  const reader = makeReader(env);
  const found = tls(reader);
  if (reader.problems.length > 0) throw new ConfigError(reader.problems);
  return found;
};

/**
 * Reads the settings from the environment. Errors: ConfigError with one readable list of all problems.
 * @param env the environment; only this default reads `process.env`
 * @param over overrides from the command line
 */
export const readConfig = (env: Environment = process.env, over: Environment = {}): Config => {
  const reader = makeReader({ ...env, ...over });
  const port = Number(reader.checked("PORT", isPort, "a port number from 0 to 65535"));
  const host = reader.text("HOST");
  const certificates = tls(reader);
  const publicUrl =
    reader.checked(
      "PUBLIC_URL",
      isOrigin,
      "an http(s) URL with a host and no path, such as https://visitors.example.org",
    ) ?? `${certificates === undefined ? "http" : "https"}://${localHostOf(host)}:${port}`;
  const dataDir = resolve(reader.text("DATA_DIR"));
  const database = readDatabase(reader);
  const config: Config = {
    role: readRole(reader, database.databaseUrl),
    port,
    host,
    ...database,
    dataDir,
    backup: readBackups(reader, dataDir),
    ...admin(reader),
    publicUrl: withoutTrailingSlashes(publicUrl),
    tls: certificates,
    channels: readChannels(reader),
    ...security(reader),
    oidc: oidc(reader),
    logLevel: reader.choice("LOG_LEVEL", LEVELS),
    metricsToken: readMetricsToken(reader),
    traces: readTraces(reader),
    webDir: resolve(reader.text("WEB_DIR") ?? join(import.meta.dirname, "../../../dist/web")),
    kioskDemo: reader.choice("KIOSK_DEMO", ["on", "off"]) === "on",
    securityContact: reader.checked(
      "SECURITY_CONTACT",
      isUrlOf("https:", "mailto:", "tel:"),
      "an https, mailto or tel URI such as mailto:security@example.org",
    ),
  };
  const problems = [...reader.problems, ...misspelledSettings(env, new Set(Object.keys(DEFAULTS)))];
  if (problems.length > 0) throw new ConfigError(problems);
  return config;
};
