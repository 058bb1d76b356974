-- Imports: files that are brought into a location. What a file says is sealed with a key of its own, which goes with the import.

create table imports (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  target text not null,
  -- receiving, mapped, running, done, failed, undone.
  state text not null,
  filename text,
  preset text,
  -- As the service sealed it with its own key; what it opens are the parts and the rejected rows.
  sealed_key text not null,
  -- How the file was read: encoding, separator, order of dates by column.
  understood jsonb not null default '{}',
  columns jsonb not null default '[]',
  mapping jsonb not null default '{}',
  chosen jsonb not null default '{}',
  rows integer not null default 0,
  -- How many rows are done.
  cursor integer not null default 0,
  result jsonb not null default '{}',
  failure text,
  user_id text not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id)
);

create index imports_running on imports (create_date) where state = 'running';
create index imports_old on imports (create_date);

-- The rows of a file, some in each part, until they have been brought in.
create table import_parts (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  n integer not null,
  sealed text not null,
  primary key (company_id, import_id, n)
);

-- The rows that were not brought in, each with the reason.
create table import_rejects (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  n integer not null,
  sealed text not null,
  primary key (company_id, import_id, n)
);

-- Hosts and registered visitors that an import created or changed, by id alone. Visits name their import themselves (user_id).
create table import_records (
  company_id text collate "C" not null,
  import_id text collate "C" not null,
  record_id text collate "C" not null,
  is_new boolean not null,
  rev integer not null,
  primary key (company_id, import_id, record_id)
);

-- Part of what the ids of imported visits are made of, so that the id of an erased visit gives no one away.
create table import_salts (
  company_id text collate "C" primary key,
  salt bytea not null
);

alter table import_parts alter column sealed set storage external;
alter table import_rejects alter column sealed set storage external;

-- An import is nobody's record once it is gone: its parts go with it.
create function forget_import() returns trigger
  language plpgsql as
$$
begin
  delete from import_parts p using gone g where p.company_id = g.company_id and p.import_id = g._id;
  delete from import_rejects p using gone g where p.company_id = g.company_id and p.import_id = g._id;
  delete from import_records p using gone g where p.company_id = g.company_id and p.import_id = g._id;
  return null;
end $$;

create trigger imports_gone after delete on imports referencing old table as gone
  for each statement execute function forget_import();
create trigger imports_keys after delete on imports referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();
