-- Who may call: users, their sessions, API keys and applications of identity providers.

create table users (
  _id text collate "C" primary key,
  email text not null unique,
  password text,
  first_name text,
  last_name text,
  role text not null,
  companies text[] not null,
  language_id text,
  active boolean not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- Whom the identity provider means, from the first time they sign in there: {"issuer", "subject", "since"}. An address may be given
  -- to somebody else one day; this is not.
  identity jsonb
);

create unique index users_by_identity on users ((identity ->> 'issuer'), (identity ->> 'subject'));

create trigger users_note before insert or update or delete on users
  for each row execute function note_row_change('-password', '-identity');
create trigger users_keys after delete on users referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- The cookie holds 256 random bits; here is their SHA-256 only, so a stolen backup opens nothing.
create table sessions (
  digest bytea primary key,
  _id text collate "C" not null unique,
  user_id text collate "C" not null,
  created timestamptz(3) not null,
  last_used timestamptz(3) not null,
  -- For the person's own list of where they are signed in: "Firefox on Windows", never the whole header.
  client text not null,
  address text not null,
  -- When the person of a session last proved who they are, and how. Written with the clock of the service. The digest that it had
  -- until then is taken for some seconds more, for calls that were under way.
  confirmed timestamptz(3) not null default now(),
  proof text not null default 'password',
  replaced bytea unique
);

create index sessions_of_user on sessions (user_id);
create index sessions_by_use on sessions (last_used);

-- From where a user was let in lately: these addresses are not held up by what strangers try with the account. Digests alone.
create table known_addresses (
  digest bytea primary key,
  user_id text collate "C" not null,
  at timestamptz(3) not null
);

create index known_addresses_by_user on known_addresses (user_id, at);

-- An intruder who was let in with the old password is exempt no longer.
create function users_end_sessions() returns trigger
  language plpgsql as
$$ begin
  delete from sessions where user_id = old._id;
  delete from known_addresses where user_id = old._id;
  return null;
end $$;

-- How many mails with a password link were asked for within the hour, per address and per account.
create table password_requests (
  subject text collate "C" primary key,
  opened timestamptz not null,
  n integer not null
);

create table api_keys (
  _id text collate "C" primary key,
  key_id text collate "C" not null unique,
  digest bytea not null,
  name text not null,
  companies text[] not null,
  ip_ranges text[] not null,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_by text,
  last_used timestamptz(3),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- What it may do: that of the role, or only what its scopes name.
  role text not null default 'local_admin',
  scopes text[] not null default '{}'
);

create trigger api_keys_note before insert or update or delete on api_keys
  for each row execute function note_row_change('-digest');
create trigger api_keys_revoked_keys after update on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function forget_keys_of_revoked();
create trigger api_keys_keys after delete on api_keys referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- Applications of an identity provider's directory whose tokens are accepted (interface 5.8). Nothing secret is stored.
create table idp_credentials (
  _id text collate "C" primary key,
  name text not null,
  tenant_id text collate "C" not null,
  client_id text collate "C" not null,
  companies text[] not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- A token names both: they say whose it is.
  unique (tenant_id, client_id)
);

create trigger idp_credentials_note before insert or update or delete on idp_credentials
  for each row execute function note_row_change();
create trigger idp_credentials_keys after delete on idp_credentials referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create table refusals (
  source text collate "C" primary key,
  opened timestamptz not null,
  n integer not null
);

-- The users who are emailed the monthly report of a location (docs/decisions/0045-monthly-report.md). `last_month` begins the last
-- month that needs no email any more: first the one before the subscription, then the one that was queued last.
create table report_subscriptions (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  last_month date not null,
  primary key (company_id, user_id)
);

create function users_end_subscriptions() returns trigger
  language plpgsql as
$$ begin delete from report_subscriptions where user_id = old._id; return null; end $$;

create trigger users_end_sessions_on_change after update of password, active on users
  for each row when (new.password is distinct from old.password or not new.active)
  execute function users_end_sessions();

create trigger users_end_sessions_on_removal after delete on users
  for each row execute function users_end_sessions();

create trigger users_end_subscriptions after delete on users
  for each row execute function users_end_subscriptions();
