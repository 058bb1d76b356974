-- Idempotency keys: a call that is repeated with its key within 24 hours is done once.

create table idempotency (
  request_hash bytea,
  subject_id text collate "C",
  answer jsonb,
  at timestamptz not null,
  -- sha256 of the credential and the key, a line each.
  digest bytea primary key,
  -- Until when the key is taken by a call that is under way outside of any transaction; null once there is an outcome.
  claimed_until timestamptz(3)
);

create index idempotency_by_age on idempotency (at);
create index idempotency_subject on idempotency (subject_id) where subject_id is not null;

-- At the end of each statement that deletes records, whoever wrote it: no rule has to think of it.
create function forget_keys_of_deleted() returns trigger
  language plpgsql as
$$
begin
  update idempotency set request_hash = null, subject_id = null, answer = null
  where subject_id in (select _id from deleted);
  return null;
end $$;

-- A revoked API key is gone too, though its row stays.
create function forget_keys_of_revoked() returns trigger
  language plpgsql as
$$
begin
  update idempotency set request_hash = null, subject_id = null, answer = null where subject_id = old._id;
  return null;
end $$;
