-- The values of visits' texts, each once for a location and field with the number of visits that have it, and the visits of each in the
-- order of their time: what filters look in (docs/decisions/0039-values-of-visits.md). All of it follows from the visits.

-- `head` is the folded text, of a long one its beginning, so that no text is too long for an index. Room is left on each page: a
-- count is changed where it stands.
create table visit_values (
  _id bigint generated always as identity,
  company_id text collate "C" not null,
  field text collate "C" not null,
  head text collate "C" not null,
  tail text collate "C" not null,
  n integer not null
) with (fillfactor = 90);

create function tail_key(tail text) returns text
  language sql immutable parallel safe
  return case tail when '' then '' else md5(tail) end;

create unique index visit_values_key on visit_values (company_id, field, head, tail_key(tail));
create index visit_values_search on visit_values using gin ((head || tail) gin_trgm_ops) with (gin_pending_list_limit = 1024);

create table visit_postings (
  value_id bigint not null,
  at timestamptz(3) not null,
  visit bytea not null,
  primary key (value_id, at, visit)
);

-- Locations whose visits from before this migration, or from a backup, are not in these tables yet; those up to an ID are.
create table visits_to_index (
  company_id text collate "C" primary key,
  after text collate "C" not null default ''
);
insert into visits_to_index select _id from companies;

-- Texts by the names of their fields. Own keys begin with a mark of what they are: numbers, texts and others are sorted apart.
create function visit_texts(v visits) returns jsonb
  language plpgsql immutable parallel safe as
$$
declare
  texts jsonb := jsonb_build_object(
    'first_name', v.first_name, 'last_name', v.last_name, 'company', v.company, 'email', v.email, 'phone', v.phone,
    'address', v.address, 'zip_code', v.zip_code, 'city', v.city, 'recipient', v.recipient,
    'recipient_mail', v.recipient_mail, 'language_id', v.language_id);
begin
  if v.extra = '{}' then
    return texts;
  end if;
  return texts || (
    select jsonb_object_agg(case jsonb_typeof(value) when 'number' then '#' when 'string' then '.' else '!' end || key, json_text(value))
    from jsonb_each(v.extra));
end $$;

create function visit_terms(v visits) returns table (field text, head text, tail text)
  language sql immutable parallel safe rows 15 as
$$
  select key, left(value, 120), substr(value, 121)
  from (select key, fold(value) as value from jsonb_each_text(visit_texts(v)) where value is not null offset 0) t
$$;

-- Most values are known: an update of their count writes half of what an insert with `on conflict` does. Without statistics, as after
-- a restore, the planner would read small tables whole, and go on so when they are large.
create function add_values(v visits) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  with terms as materialized (select * from visit_terms(v)),
  known as (
    update visit_values d set n = d.n + 1 from terms t
    where d.company_id = v.company_id and d.field = t.field and d.head = t.head and tail_key(d.tail) = tail_key(t.tail)
    returning d._id, d.field),
  new as (
    insert into visit_values as d (company_id, field, head, tail, n)
    select v.company_id, t.field, t.head, t.tail, 1 from terms t where t.field not in (select field from known)
    on conflict (company_id, field, head, tail_key(tail)) do update set n = d.n + 1
    returning _id)
  insert into visit_postings (value_id, at, visit)
  select _id, v.signed_in, decode(v._id, 'hex') from (select _id from known union all select _id from new) d;
end $$;

-- What is not there is passed over: of a visit that was not indexed yet. A value that no visit has any more goes: it is a person's name.
create function remove_values(v visits) returns void
  language plpgsql set enable_seqscan = off as
$$
declare
  term record;
  value bigint;
  still integer;
begin
  for term in select * from visit_terms(v) loop
    select _id into value from visit_values d
    where d.company_id = v.company_id and d.field = term.field and d.head = term.head and tail_key(d.tail) = tail_key(term.tail);
    continue when not found;
    delete from visit_postings where value_id = value and at = v.signed_in and visit = decode(v._id, 'hex');
    continue when not found;
    update visit_values d set n = n - 1
    where d.company_id = v.company_id and d.field = term.field and d.head = term.head and tail_key(d.tail) = tail_key(term.tail)
    returning n into still;
    if still = 0 then
      delete from visit_values d
      where d.company_id = v.company_id and d.field = term.field and d.head = term.head and tail_key(d.tail) = tail_key(term.tail);
    end if;
  end loop;
end $$;

create function index_visit() returns trigger
  language plpgsql as
$$
begin
  if tg_op = 'UPDATE' and old.signed_in = new.signed_in and visit_texts(old) = visit_texts(new) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform remove_values(old);
  end if;
  if tg_op <> 'DELETE' then
    perform add_values(new);
  end if;
  return null;
end $$;

create trigger visits_index after insert or update or delete on visits for each row execute function index_visit();

-- Indexes the next visits of a location. The caller holds the lock of its log. Returns the ID of the last one; null when none is left.
create function index_visits(location text, after_id text, at_most integer) returns text
  language plpgsql as
$$
declare
  v visits;
begin
  for v in select * from visits where company_id = location and _id > after_id order by _id limit at_most loop
    perform remove_values(v);
    perform add_values(v);
  end loop;
  return v._id;
end $$;

-- How many visits of a location have one of the values that fit, and those values, where they are not too many: of these fields, or of all
-- for null. Few values are compared one by one; of many the trigram index finds those that fit a pattern which all others imply, where there is
-- one. A function, since its plans are kept: planning took longer than looking.
create function match_values(location text, of_fields text[], patterns text[], probe text, out visits bigint, out ids text)
  language plpgsql stable set max_parallel_workers_per_gather = 0 as
$$
declare
  few constant integer := 2000;
begin
  if of_fields is null and probe is null then
    select sum(n), case when count(*) <= few then string_agg(_id::text, ',') end into visits, ids from visit_values d
    where company_id = location and d.head || d.tail || '' like any (patterns);
  elsif probe is null or of_fields is not null and not exists (
      select from visit_values where company_id = location and field = any (of_fields) offset few) then
    select sum(n), case when count(*) <= few then string_agg(_id::text, ',') end into visits, ids from visit_values d
    where company_id = location and field = any (of_fields) and d.head || d.tail || '' like any (patterns);
  else
    select sum(n), case when count(*) <= few then string_agg(_id::text, ',') end into visits, ids from visit_values d
    where d.head || d.tail like probe and d.head || d.tail || '' like any (patterns)
      and d.company_id || '' = location and (of_fields is null or d.field = any (of_fields));
  end if;
end $$;

-- A location that is removed takes its values along, whatever its visits were.
create function forget_values() returns trigger
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  delete from visit_postings p using gone g where p.value_id = g._id;
  return null;
end $$;

create trigger visit_values_gone after delete on visit_values referencing old table as gone
  for each statement execute function forget_values();

drop index visits_search;
drop index visits_by_last_name;
drop index visits_by_company;
drop index visits_by_recipient;
