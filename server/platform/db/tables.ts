import type { ColumnType, JSONColumnType } from "kysely";

import type { RowOf } from "../../../shared/fields.ts";
import type { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";

/** A timestamp: read as ISO 8601 text (db/database.ts), written as text or Date. */
type Timestamp = ColumnType<string, string, string>;
type NullableTimestamp = ColumnType<string | null, string | null | undefined, string | null>;
type NullableText = ColumnType<string | null, string | null | undefined, string | null>;
type Json<T> = JSONColumnType<T & object>;
type Texts = Record<string, string>;

type StoredRecord = {
  _id: string;
  create_date: Timestamp;
  mod_date: Timestamp;
  rev: ColumnType<number, number | undefined, number>;
};
type LocationRecord = StoredRecord & { company_id: string };
/** What a record has that comes from a directory; all null for others. */
type OfDirectory = { directory_id: NullableText; person_id: NullableText; external_id: NullableText };

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
  shared: Json<Record<string, unknown>>;
};

export type VisitGroupsTable = LocationRecord & {
  name: string | null;
  leader_id: string | null;
  unnamed: number;
  shared: Json<Record<string, unknown>>;
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

export type UsersTable = StoredRecord & {
  email: string;
  password: string | null;
  first_name: string | null;
  last_name: string | null;
  role: string;
  companies: string[];
  language_id: string | null;
  active: boolean;
} & OfDirectory;

export type ApiKeysTable = StoredRecord & {
  key_id: string;
  digest: Buffer;
  name: string;
  companies: string[];
  ip_ranges: string[];
  role: string;
  scopes: string[];
  expires_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
  created_by: string | null;
  last_used: NullableTimestamp;
};

export type IdpCredentialsTable = StoredRecord & {
  name: string;
  tenant_id: string;
  client_id: string;
  companies: string[];
};

export type SessionsTable = {
  digest: Buffer;
  _id: string;
  user_id: string;
  created: Timestamp;
  last_used: Timestamp;
  client: string;
  address: string;
  confirmed: Timestamp;
  proof: string;
  provider_id: NullableText;
  replaced: Buffer | null;
};

export type SecondFactorsTable = {
  _id: string;
  user_id: string;
  kind: string;
  name: string | null;
  secret: NullableText;
  last_step: ColumnType<number | null, number | null | undefined, number | null>;
  credential_id: NullableText;
  public_key: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
  counter: ColumnType<number | null, number | null | undefined, number | null>;
  rp_id: NullableText;
  last_used: NullableTimestamp;
  create_date: Timestamp;
  mod_date: Timestamp;
};

export type RecoveryCodesTable = {
  _id: string;
  hashes: (string | null)[];
  codes_left: number;
  create_date: Timestamp;
};

export type LoginRulesTable = {
  _id: string;
  second_factor_roles: string[];
  create_date: Timestamp;
  mod_date: Timestamp;
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

export type DirectoriesTable = StoredRecord & {
  kind: string;
  name: string;
  settings: Json<Record<string, unknown>>;
  rules: ColumnType<unknown[], string | undefined, string>;
  secret: string | null;
  last_sync: NullableTimestamp;
  last_try: NullableTimestamp;
  last_error: string | null;
  last_error_code: string | null;
  next_try: NullableTimestamp;
};

export type LoginProvidersTable = StoredRecord & {
  name: string;
  issuer: string | null;
  client_id: string | null;
  client_secret: string | null;
  scopes: string;
  groups_claim: string;
  active: boolean;
  rules: ColumnType<unknown[], string, string>;
};

export type DirectoryTokensTable = {
  directory_id: string;
  _id: string;
  digest: Buffer;
  last_used: NullableTimestamp;
  create_date: Timestamp;
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
  users: UsersTable;
  api_keys: ApiKeysTable;
  sessions: SessionsTable;
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  login_rules: LoginRulesTable;
  idp_credentials: IdpCredentialsTable;
  webhooks: WebhooksTable;
  deliveries: DeliveriesTable;
  erasure_requests: ErasureRequestsTable;
  evacuations: EvacuationsTable;
  directories: DirectoriesTable;
  visit_series: VisitSeriesTable;
  visit_groups: VisitGroupsTable;
  directory_tokens: DirectoryTokensTable;
  login_providers: LoginProvidersTable;
};
