-- People who are signed in to the console, and what slows guessing (docs/decisions: sessions).

-- The cookie holds 256 random bits; here is their SHA-256 only, so a stolen backup opens nothing.
create table sessions (
  digest bytea primary key,
  _id text collate "C" not null unique,
  user_id text collate "C" not null,
  created timestamptz(3) not null,
  last_used timestamptz(3) not null,
  -- For the person's own list of where they are signed in: "Firefox on Windows", never the whole header.
  client text not null,
  address text not null
);
create index sessions_of_user on sessions (user_id);
create index sessions_by_use on sessions (last_used);

-- A new password, or an account that is switched off or removed, ends its sessions, whoever writes it.
create function users_end_sessions() returns trigger
  language plpgsql as
$$ begin delete from sessions where user_id = old._id; return null; end $$;

create trigger users_end_sessions_on_change after update of password, active on users
  for each row when (new.password is distinct from old.password or not new.active)
  execute function users_end_sessions();
create trigger users_end_sessions_on_removal after delete on users
  for each row execute function users_end_sessions();

-- How many mails with a password link were asked for within the hour, per address and per account.
create table password_requests (
  subject text collate "C" primary key,
  opened timestamptz not null,
  n integer not null
);
