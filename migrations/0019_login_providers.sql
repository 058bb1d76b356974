-- Login providers: where users of the console log in with OpenID Connect (docs/decisions/0062-identity-providers.md). Applications
-- whose tokens the interface accepts are others: idp_credentials.

create table login_providers (
  _id text collate "C" primary key,
  name text not null,
  -- Null until they are entered: the provider has to know our address first.
  issuer text,
  client_id text,
  -- Sealed (server/platform/lib/secret/sealing.ts).
  client_secret text,
  scopes text not null,
  groups_claim text not null,
  active boolean not null,
  -- What the provider's groups make of a user: a list, in the form of the API.
  rules jsonb not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1
);

create trigger login_providers_note before insert or update or delete on login_providers
  for each row execute function note_row_change('-client_secret');
create trigger login_providers_keys after delete on login_providers referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- What came of the last logins and tests of each, that of the settings included. Apart from the record: it changes with each login.
create table login_provider_health (
  provider_id text collate "C" primary key,
  last_success timestamptz(3),
  last_failure timestamptz(3),
  -- A sentence for the administrator, without anything of a person.
  error text
);

-- Whom a provider means, from their first login there. An address may be given to another person one day; the subject is not.
create table login_links (
  user_id text collate "C" not null,
  provider_id text collate "C" not null,
  issuer text not null,
  subject text not null,
  -- Whether the user's role came from the provider's rules.
  by_rules boolean not null,
  since timestamptz(3) not null,
  primary key (user_id, provider_id, issuer),
  unique (provider_id, issuer, subject)
);

create function users_end_links() returns trigger
  language plpgsql as
$$ begin delete from login_links where user_id = old._id; return null; end $$;

create trigger users_end_links after delete on users
  for each row execute function users_end_links();

-- The links so far are of the provider in the settings. The column remains for processes of the version before, which may still run.
insert into login_links (user_id, provider_id, issuer, subject, by_rules, since)
select _id, '000000000000000000000001', identity ->> 'issuer', identity ->> 'subject', false, (identity ->> 'since')::timestamptz
from users where identity is not null;

-- At which provider the user of a session logged in; null for a password, and for sessions from before this column.
alter table sessions add column provider_id text collate "C";
