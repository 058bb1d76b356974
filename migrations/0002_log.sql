-- The log of each location, from which the audit log, webhooks, messages and streams read.

create sequence log_seq cache 1;

-- One entry for each change, in the order of the location's commits (docs/decisions/0005-log.md).
create table log (
  company_id text collate "C" not null,
  seq bigint not null,
  at timestamptz(3) not null,
  act text not null,
  event text,
  subject text not null,
  subject_id text collate "C" not null,
  ids jsonb,
  actor_kind text not null,
  actor_id text not null,
  request_id text,
  digest bytea,
  primary key (company_id, seq)
);

-- The history of one record.
create index log_subject on log (company_id, subject_id, seq desc);

-- Before and after of a change as exact text, apart from the log: what is here can be erased and the log stays whole, because
-- it holds sha256(salt || body) only, from which nobody can guess a body without its salt.
create table log_bodies (
  company_id text collate "C" not null,
  seq bigint not null,
  subject_id text collate "C" not null,
  salt bytea not null,
  body text not null,
  primary key (company_id, seq)
);

-- Each seal covers a span of a location's log and the seal before it; made with a key that is not in the database.
create table seals (
  company_id text collate "C" not null,
  from_seq bigint not null,
  to_seq bigint not null,
  entries integer not null,
  prev bytea not null,
  hash bytea not null,
  -- Tells which key it was made with, and nothing of the key.
  key_id text not null,
  at timestamptz(3) not null,
  primary key (company_id, from_seq)
);

-- Who was erased, by id alone: an older backup that is restored erases them again. Who did it says the log.
create table erasures (
  company_id text collate "C" not null,
  subject text not null,
  subject_id text collate "C" not null,
  at timestamptz(3) not null,
  -- Erased ids are also written to a file beside the backups, so that they outlive the database (docs/decisions/0023-backup.md).
  -- `noted` says which are there already: a row without it is written within a minute.
  noted timestamptz,
  primary key (company_id, subject_id)
);

create index erasures_unnoted on erasures (company_id) where noted is null;

-- What a change did, noted by a trigger on the changed table and taken up by the statement that writes the log entry
-- (server/platform/events/log.ts), so that no writer can forget it and "before" is what the change really found. The note lives in the
-- transaction: set_config(…, true).
create function note_change(id text, was text, became text) returns void
  language plpgsql as
$$
begin
  perform set_config('foyer.change_id', id, true), set_config('foyer.change_was', coalesce(was, ''), true),
    set_config('foyer.change_became', coalesce(became, ''), true);
end $$;

-- The note of this record as JSON text, once; null when the last change was of another one. `was_more` and `became_more` are
-- further members, each with a comma before it.
create function take_change(id text, was_more text default '', became_more text default '') returns text
  language plpgsql as
$$
declare
  was text := nullif(current_setting('foyer.change_was', true), '');
  became text := nullif(current_setting('foyer.change_became', true), '');
begin
  if current_setting('foyer.change_id', true) is distinct from id then
    return null;
  end if;
  perform set_config('foyer.change_id', '', true);
  return '{' || concat_ws(',', '"before":' || left(was, -1) || was_more || '}', '"after":' || left(became, -1) || became_more || '}') || '}';
end $$;

-- Photo and signature are noted by their SHA-256: what they show must not live on in the log.
create function noted_images(photo text, signature text) returns text
  language plpgsql immutable as
$$
begin
  return coalesce(',"photo_sha256":"' || encode(sha256(convert_to(photo, 'UTF8')), 'hex') || '"', '')
    || coalesce(',"signature_sha256":"' || encode(sha256(convert_to(signature, 'UTF8')), 'hex') || '"', '');
end $$;

-- A row as it is noted: absent values left out, timestamps as on the wire. `hidden` names columns that are never noted
-- (secrets), `hashed` those of which only the SHA-256 is (pictures).
create function noted_row(record jsonb, hidden text[], hashed text[]) returns text
  language plpgsql immutable as
$$
begin
  return (select json_object_agg(
      case when key = any (hashed) then key || '_sha256' else key end,
      case
        when key = any (hashed) then to_json(encode(sha256(convert_to(value #>> '{}', 'UTF8')), 'hex'))
        when jsonb_typeof(value) = 'string' and (key ~ '_(date|at)$' or key in ('last_used', 'last_seen')) then to_json(iso((value #>> '{}')::timestamptz))
        else value::json
      end order by n)::text
    from jsonb_each(record) with ordinality as e (key, value, n)
    where jsonb_typeof(value) <> 'null' and key <> 'rev' and key <> all (hidden));
end $$;

-- For a table of plain columns. Its arguments are columns: "-password" is hidden, "#logo" is hashed.
create function note_row_change() returns trigger
  language plpgsql as
$$
declare
  hidden text[] := array(select substr(a, 2) from unnest(tg_argv) a where a like '-%');
  hashed text[] := array(select substr(a, 2) from unnest(tg_argv) a where a like '#%');
  was jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  became jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform note_change(coalesce(became, was) ->> '_id', noted_row(was, hidden, hashed), noted_row(became, hidden, hashed));
  return coalesce(new, old);
end $$;

-- For a table that keeps its wire form in `doc`. The name must sort after that of the trigger that makes it.
create function note_doc_change() returns trigger
  language plpgsql as
$$
begin
  if tg_op = 'INSERT' then
    perform note_change(new._id, null, new.doc);
  elsif tg_op = 'UPDATE' then
    perform note_change(old._id, old.doc, new.doc);
  else
    perform note_change(old._id, old.doc, null);
    return old;
  end if;
  return new;
end $$;
