-- What an answer at a door may show, and whom a refusal limit holds up.

-- How the visitor was recognised, and which fields an answer about it may show ('*': all). It stands beside the reference, which
-- the visit names in client_ref. What was there before has neither: nothing of it is shown.
alter table client_refs
  add column how text not null default 'unknown',
  add column shown text[] not null default '{}';

-- Whose code it is that waits: a source address has ten at most.
alter table pairings add column source text collate "C" not null default '';

-- From where a user was let in lately: these addresses are not held up by what strangers try with the account. Digests alone.
create table known_addresses (
  digest bytea primary key,
  user_id text collate "C" not null,
  at timestamptz(3) not null
);
create index known_addresses_by_user on known_addresses (user_id, at);

-- An intruder who was let in with the old password is exempt no longer.
create or replace function users_end_sessions() returns trigger
  language plpgsql as
$$ begin
  delete from sessions where user_id = old._id;
  delete from known_addresses where user_id = old._id;
  return null;
end $$;
