import type { ColumnType } from "kysely";

import type { RowOf } from "../../../shared/fields.ts";
import type { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import type * as access from "./access-tables.ts";
import type {
  Timestamp,
  NullableTimestamp,
  NullableText,
  Json,
  Texts,
  StoredRecord,
  LocationRecord,
  OfDirectory,
} from "./column-types.ts";

export type CompaniesTable = StoredRecord & {
  name: string;
  tier: string;
  timezone: string;
  languages: Json<string[]>;
  default_language: string;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  country: string | null;
  logo: string | null;
  colour: string | null;
  kiosk_background: string | null;
  privacy_notice: Json<Texts>;
  settings: Json<Record<string, unknown>>;
};

export type RegisteredVisitorsTable = LocationRecord &
  RowOf<typeof REGISTERED_FIELDS> & {
    visiting_from: NullableTimestamp;
    visiting_to: NullableTimestamp;
    invitation_round: ColumnType<number, number | undefined, number>;
    member: NullableText;
    extra: Json<Record<string, unknown>>;
    doc: ColumnType<string, never, never>;
    search: ColumnType<string, never, never>;
  };

export type VisitSeriesTable = LocationRecord & {
  name: string | null;
  rule: string | null;
  timezone: string;
  starts: string;
  minutes: number;
  invite: boolean;
  shared: Json<Record<string, unknown>>;
};

export type VisitGroupsTable = LocationRecord & {
  name: string | null;
  leader_id: string | null;
  unnamed: number;
  shared: Json<Record<string, unknown>>;
  named_by_leader: string[];
};

export type HostsTable = LocationRecord & {
  cn: string;
  mail: string | null;
  mobile: string | null;
  telephone_number: string | null;
  sticky: boolean;
  external: boolean;
  extra: Json<Record<string, unknown>>;
  doc: ColumnType<string, never, never>;
  given_mobile: NullableText;
  hidden: ColumnType<boolean, boolean | undefined, boolean>;
} & OfDirectory;

export type VisitTypesTable = LocationRecord & {
  name: Json<Texts>;
  active: boolean;
  index: number;
  fields: Json<unknown[]>;
  screening: boolean;
  watchlist: boolean;
  screening_by: string;
  screening_mail: string | null;
  registered_visitors: boolean;
  photo: string;
  signature: string;
  badge: boolean;
  ends_after_minutes: number | null;
  host_notifications: Json<Record<string, boolean>>;
  welcome_message: Json<Texts>;
  signout_message: Json<Texts>;
  notification_texts: Json<Record<string, Texts>>;
};

export type AgreementsTable = LocationRecord & {
  name: Json<Texts>;
  active: boolean;
  version: number;
  index: number;
  expiry_days: number | null;
  group_only: boolean;
};

export type EntryPointsTable = LocationRecord & {
  name: Json<Texts>;
  active: boolean;
  index: number;
  poster_generation: ColumnType<number, number | undefined, number>;
};

export type ErasureRequestsTable = {
  company_id: string;
  _id: string;
  subject: string;
  subject_id: string;
  state: string;
  create_date: Timestamp;
  mod_date: Timestamp;
};

export type EvacuationsTable = {
  company_id: string;
  _id: string;
  drill: boolean;
  started: Timestamp;
  started_by: string;
  ended: NullableTimestamp;
  ended_by: string | null;
  people: number | null;
  safe: number | null;
  median_seconds: number | null;
  create_date: Timestamp;
  mod_date: Timestamp;
};

export type DevicesTable = LocationRecord & {
  name: string;
  entrypoint_id: string | null;
  digest: Buffer;
  app_version: string | null;
  last_seen: NullableTimestamp;
  health: Json<Record<string, unknown>> | null;
  online: boolean;
};

export type WebhooksTable = LocationRecord & {
  url: string;
  http_method: string;
  auth_username: string | null;
  auth_password: string | null;
  enabled: boolean;
  secret: string;
  previous_secret: string | null;
  previous_secret_ends_at: NullableTimestamp;
  failures: ColumnType<number, number | undefined, number>;
  generation: ColumnType<number, number | undefined, number>;
  cursor: number;
};

export type DeliveriesTable = {
  company_id: string;
  _id: string;
  n: ColumnType<number, never, never>;
  kind: string;
  state: string;
  event: string;
  event_id: string;
  ids: ColumnType<Record<string, string> | null, string | null, never>;
  subject_id: string | null;
  replay_of: string | null;
  url: string;
  http_method: string;
  status: number | null;
  error: string | null;
  error_code: string | null;
  head: string | null;
  started: NullableTimestamp;
  create_date: Timestamp;
  mod_date: Timestamp;
};

/** The tables that queries are built on; the log, refusals and the like have statements of their own. */
export type Tables = {
  companies: CompaniesTable;
  registered_visitors: RegisteredVisitorsTable;
  hosts: HostsTable;
  visit_types: VisitTypesTable;
  entry_points: EntryPointsTable;
  agreements: AgreementsTable;
  devices: DevicesTable;
  users: access.UsersTable;
  api_keys: access.ApiKeysTable;
  sessions: access.SessionsTable;
  second_factors: access.SecondFactorsTable;
  recovery_codes: access.RecoveryCodesTable;
  login_rules: access.LoginRulesTable;
  idp_credentials: access.IdpCredentialsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  erasure_requests: ErasureRequestsTable;
  evacuations: EvacuationsTable;
  directories: access.DirectoriesTable;
  visit_series: VisitSeriesTable;
  visit_groups: VisitGroupsTable;
  directory_tokens: access.DirectoryTokensTable;
  login_providers: access.LoginProvidersTable;
};
