-- Idempotency keys: a digest takes the place of the key, and what a key made is forgotten when it is erased or removed; the
-- digest alone is left, so that a repetition within the 24 hours does not bring it back.

alter table idempotency
  -- sha256 of the credential and the key, a line each.
  add column digest bytea,
  -- Until when the key is taken by a call that is under way outside of any transaction; null once there is an outcome.
  add column claimed_until timestamptz(3),
  -- None: what the key made is gone.
  alter column request_hash drop not null,
  alter column subject_id type text collate "C";
update idempotency set digest = sha256(convert_to(credential || E'\n' || key, 'UTF8'));
alter table idempotency
  drop constraint idempotency_pkey,
  drop column credential,
  drop column key,
  add primary key (digest);

-- At the end of each statement that deletes records, whoever wrote it: no rule has to think of it.
create function forget_keys_of_deleted() returns trigger
  language plpgsql as
$$
begin
  update idempotency set request_hash = null, subject_id = null, answer = null
  where subject_id in (select _id from deleted);
  return null;
end $$;

do
$$
declare
  subject text;
begin
  foreach subject in array array['companies', 'visits', 'registered_visitors', 'hosts', 'visit_types', 'entry_points', 'agreements',
    'devices', 'webhooks', 'deliveries', 'evacuations', 'erasure_requests', 'undelivered', 'users', 'api_keys', 'idp_credentials']
  loop
    execute format('create trigger %I after delete on %I referencing old table as deleted
      for each statement execute function forget_keys_of_deleted()', subject || '_keys', subject);
  end loop;
end $$;

-- A revoked API key is gone too, though its row stays.
create function forget_keys_of_revoked() returns trigger
  language plpgsql as
$$
begin
  update idempotency set request_hash = null, subject_id = null, answer = null where subject_id = old._id;
  return null;
end $$;

create trigger api_keys_revoked_keys after update on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function forget_keys_of_revoked();
