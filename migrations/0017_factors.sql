-- Second factors of users, and which roles need one (docs/decisions/0060-second-factors.md).

create table second_factors (
  _id text collate "C" primary key,
  user_id text collate "C" not null,
  -- totp, an authenticator app, of which a user has one, or passkey.
  kind text not null,
  name text,
  -- Of an app: its sealed secret, and the last time step of which a code was taken, since each works once.
  secret text,
  last_step bigint,
  -- Of a passkey: its name at the authenticator, its public key, its counter, and the host that it is for.
  credential_id text collate "C" unique,
  public_key bytea,
  counter bigint,
  rp_id text,
  last_used timestamptz(3),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null
);

create index second_factors_of on second_factors (user_id, create_date);
create unique index second_factors_one_app on second_factors (user_id) where kind = 'totp';

create trigger second_factors_note before insert or update or delete on second_factors
  for each row execute function note_row_change('-secret', '-last_step', '-credential_id', '-public_key', '-counter');

-- The ten codes of a user for the day the factor is lost, as hashes; one that was used is null. The user is its _id.
create table recovery_codes (
  _id text collate "C" primary key,
  hashes text[] not null,
  codes_left integer not null,
  create_date timestamptz(3) not null
);

create trigger recovery_codes_note before insert or update or delete on recovery_codes
  for each row execute function note_row_change('-hashes');

-- One row, once there are rules: which roles need a second factor.
create table login_rules (
  _id text collate "C" primary key,
  second_factor_roles text[] not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null
);

create trigger login_rules_note before insert or update on login_rules
  for each row execute function note_row_change();

create function users_end_factors() returns trigger
  language plpgsql as
$$ begin
  delete from second_factors where user_id = old._id;
  delete from recovery_codes where _id = old._id;
  return null;
end $$;

create trigger users_end_factors after delete on users
  for each row execute function users_end_factors();
