-- Kiosks: the devices of a location, and those that still show a code because nobody has paired them yet.

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
  primary key (company_id, _id)
) with (fillfactor = 70);

-- `code` is a keyed hash and null once the code was used; company_id and device_id are set then, and the row waits for the
-- kiosk to fetch its credential.
create table pairings (
  _id text collate "C" primary key,
  code bytea unique,
  digest bytea not null,
  device_digest bytea not null,
  expires timestamptz(3) not null,
  company_id text collate "C",
  device_id text collate "C"
);
