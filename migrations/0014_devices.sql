-- Kiosks: the devices of a location, those that still show a code because nobody has paired them yet, and what one couldn't deliver.

-- A heartbeat writes last_seen and nothing that an index holds, so it stays within its page. `online` says which of
-- device_online and device_offline was last told; what a reader sees follows from last_seen alone.
create table devices (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name text not null,
  entrypoint_id text collate "C",
  digest bytea not null,
  app_version text,
  last_seen timestamptz(3),
  online boolean not null default false,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- What a kiosk last said of its device: battery, storage, camera, printer, clock, screen (docs/kiosks.md). Written with a heartbeat.
  health jsonb,
  primary key (company_id, _id)
) with (fillfactor = 70);

-- A heartbeat is no change that anybody looks for, and there are many.
create trigger devices_note before insert or update of name, entrypoint_id or delete on devices
  for each row execute function note_row_change('-digest');
create trigger devices_keys after delete on devices referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- `code` is a keyed hash and null once the code was used; company_id and device_id are set then, and the row waits for the
-- kiosk to fetch its credential.
create table pairings (
  _id text collate "C" primary key,
  code bytea unique,
  digest bytea not null,
  device_digest bytea not null,
  expires timestamptz(3) not null,
  company_id text collate "C",
  device_id text collate "C",
  -- Whose code it is that waits: a source address has ten at most.
  source text collate "C" not null default ''
);

-- Sign-ins and sign-outs that a kiosk made without network and that the service did not take when they were sent. They lie on the
-- kiosk; what stands here is what the kiosk told of them, so that somebody can decide what becomes of them.
-- The name is personal data of somebody who has no visit: no trigger notes the rows, and the log holds their ids alone.
create table undelivered (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  device_id text collate "C" not null,
  -- How the kiosk names it.
  ref text collate "C" not null,
  kind text not null,
  done_at timestamptz(3) not null,
  name text,
  company text,
  -- The answer that was refused; null where the refusal named none.
  field text,
  tries integer not null,
  -- What somebody decided: the kiosk learns it with its next report, and leaves the item out once it has done so. A new try that is
  -- refused again makes more `tries` than were known then, and the item waits for a decision again.
  decision text,
  decided_tries integer,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id),
  unique (company_id, device_id, ref)
);

create trigger undelivered_keys after delete on undelivered referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();
