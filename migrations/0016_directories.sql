-- Directories: people and groups as a company's own system names them, and what hosts and users come from them
-- (docs/decisions/0059-directories.md).

create table directories (
  _id text collate "C" primary key,
  kind text not null,
  name text not null,
  settings jsonb not null,
  -- Who of its people is a host or a user, and where: a list, in the form of the API.
  rules jsonb not null default '[]',
  last_sync timestamptz(3),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1
);

create trigger directories_note before insert or update or delete on directories
  for each row execute function note_row_change();
create trigger directories_keys after delete on directories referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create table directory_tokens (
  directory_id text collate "C" not null,
  _id text collate "C" primary key,
  digest bytea not null unique,
  last_used timestamptz(3),
  create_date timestamptz(3) not null
);

create index directory_tokens_of on directory_tokens (directory_id, create_date);

create trigger directory_tokens_note before insert or update or delete on directory_tokens
  for each row execute function note_row_change('-digest');
create trigger directory_tokens_keys after delete on directory_tokens referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create table directory_people (
  directory_id text collate "C" not null,
  _id text collate "C" not null,
  -- The order of lists, which stays as people come and go; of two with one address the first counts.
  n bigint generated always as identity,
  user_name text not null,
  -- What is unique: the name without case.
  user_key text collate "C" not null,
  external_id text collate "C",
  email text,
  active boolean not null,
  -- The attributes that are kept, in SCIM's form.
  data jsonb not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (directory_id, _id),
  unique (directory_id, user_key)
);

create index directory_people_order on directory_people (directory_id, n);
create index directory_people_external on directory_people (directory_id, external_id);
create index directory_people_email on directory_people (directory_id, email);

create table directory_groups (
  directory_id text collate "C" not null,
  _id text collate "C" not null,
  n bigint generated always as identity,
  display_name text not null,
  display_key text collate "C" not null,
  external_id text collate "C",
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (directory_id, _id),
  unique (directory_id, display_key)
);

-- A member may be nobody the directory has sent: who is out of its scope.
create table directory_members (
  directory_id text collate "C" not null,
  group_id text collate "C" not null,
  member_id text collate "C" not null,
  primary key (directory_id, group_id, member_id)
);

create index directory_members_of on directory_members (directory_id, member_id);

-- The last requests of a directory and what came of them, without anything of a person.
create table directory_requests (
  directory_id text collate "C" not null,
  n bigint generated always as identity,
  at timestamptz(3) not null,
  method text not null,
  path text not null,
  status integer not null,
  detail text,
  primary key (directory_id, n)
);

alter table hosts
  add column directory_id text collate "C",
  add column person_id text collate "C",
  add column external_id text collate "C",
  -- The mobile number that the directory gave last: what was typed since stays until it gives another one.
  add column given_mobile text,
  -- Who left the directory, or is no host by its rules any more: on no list until they come back.
  add column hidden boolean not null default false;

create index hosts_of_directory on hosts (directory_id, person_id) where directory_id is not null;
create index hosts_by_mail on hosts (company_id, hashtextextended(mail, 0)) where mail is not null;

alter table users
  add column directory_id text collate "C",
  add column person_id text collate "C",
  add column external_id text collate "C";

create unique index users_of_directory on users (directory_id, person_id) where directory_id is not null;

-- A host of a directory has its two keys; another host may have keys of its own by these names.
create or replace function host_doc(h hosts) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', h._id, 'company_id', h.company_id, 'cn', h.cn, 'mail', h.mail, 'mobile', h.mobile,
    'telephoneNumber', h.telephone_number, 'sticky', h.sticky, 'external', h.external,
    'directory_id', h.directory_id, 'external_id', h.external_id,
    'create_date', iso(h.create_date), 'mod_date', iso(h.mod_date)));
  extra jsonb := case when h.directory_id is null then h.extra else h.extra - array['directory_id', 'external_id'] end;
begin
  if extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(extra::text, 2);
end $$;
