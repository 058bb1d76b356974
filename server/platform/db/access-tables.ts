// Who logs in, calls and administers: users, sessions, keys, directories, login providers.
import type { ColumnType } from "kysely";

import type { Timestamp, NullableTimestamp, NullableText, Json, StoredRecord, OfDirectory } from "./column-types.ts";

export type UsersTable = StoredRecord & {
  email: string;
  password: string | null;
  first_name: string | null;
  last_name: string | null;
  role: string;
  companies: string[];
  language_id: string | null;
  active: boolean;
  stand_in: NullableText;
  stand_in_from: NullableTimestamp;
  stand_in_until: NullableTimestamp;
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
