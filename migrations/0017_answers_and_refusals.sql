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
