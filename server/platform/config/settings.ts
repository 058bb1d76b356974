import { type ChannelSettingName, channels } from "../channels/channels.ts";

// The settings of all channels; Object.fromEntries can't express their names.
const channelDefaults = Object.fromEntries(
  channels.flatMap(({ settings }) => Object.entries(settings).map(([name, { fallback }]) => [name, fallback])),
) as Record<ChannelSettingName, string | undefined>;

/**
 * Every setting with its default, as written in the environment (rules 6). A setting without a default is off or
 * follows from others, as docs/settings.md says.
 */
export const DEFAULTS = {
  PORT: "8080",
  HOST: "127.0.0.1",
  PUBLIC_URL: undefined,
  TLS_CERT: undefined,
  TLS_KEY: undefined,
  TRUSTED_PROXIES: undefined,
  DATA_DIR: "./data",
  DATABASE_URL: undefined,
  DB_PREPARE: "on",
  DATABASE_DIRECT_URL: undefined,
  DATABASE_REPLICA_URL: undefined,
  DATABASE_REPLICA_LAG: "10",
  ROLE: "all",
  WEB_DIR: undefined,
  KIOSK_DEMO: "on",
  SECURITY_CONTACT: undefined,
  BACKUP_TIME: "02:00",
  BACKUP_KEEP: "14",
  BACKUP_DIR: undefined,
  SECRET_KEY: undefined,
  SECRET_KEY_PREVIOUS: undefined,
  ADMIN_EMAIL: undefined,
  ADMIN_PASSWORD: undefined,
  ...channelDefaults,
  WEBHOOK_ALLOWED_NETWORKS: undefined,
  CONNECT_ALLOWED_NETWORKS: undefined,
  IDP_AUTHORITY: "https://login.microsoftonline.com",
  OIDC_ISSUER: undefined,
  OIDC_CLIENT_ID: undefined,
  OIDC_CLIENT_SECRET: undefined,
  OIDC_NAME: undefined,
  LOG_LEVEL: "info",
  METRICS_TOKEN: undefined,
  OTEL_EXPORTER_OTLP_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: undefined,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_EXPORTER_OTLP_HEADERS: undefined,
  OTEL_SERVICE_NAME: "foyer",
  OTEL_TRACES_SAMPLER: "parentbased_always_on",
  OTEL_TRACES_SAMPLER_ARG: "1",
  OTEL_TRACES_EXPORTER: "otlp",
  OTEL_SDK_DISABLED: "false",
} as const satisfies Record<string, string | undefined>;

export type SettingName = keyof typeof DEFAULTS;
/** The type of a setting's value: always text if there is a default. */
export type SettingValue<Name extends SettingName> = (typeof DEFAULTS)[Name] extends string
  ? string
  : string | undefined;
