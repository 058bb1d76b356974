-- What changes how somebody signs in asks them again who they are, and the identity provider's people are known by more than an address.

-- When the person of a session last proved who they are, and how. Written with the clock of the service. The digest that it had
-- until then is taken for some seconds more, for calls that were under way.
alter table sessions
  add column confirmed timestamptz(3) not null default now(),
  add column proof text not null default 'password',
  add column replaced bytea unique;
update sessions s set confirmed = created,
  proof = case when exists (select from users u where u._id = s.user_id and u.password is null) then 'identity_provider' else 'password' end;

-- Whom the identity provider means, from the first time they sign in there: {"issuer", "subject", "since"}. An address may be given
-- to somebody else one day; this is not.
alter table users add column identity jsonb;
create unique index users_by_identity on users ((identity ->> 'issuer'), (identity ->> 'subject'));

-- It says nothing to people, so it does not stand in the audit log either.
drop trigger users_note on users;
create trigger users_note before insert or update or delete on users
  for each row execute function note_row_change('-password', '-identity');
