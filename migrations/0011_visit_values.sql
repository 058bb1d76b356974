-- The values of visits' texts, each once for a location and field with the number of visits that have it, and the visits of each in the
-- order of their time: what filters look in (docs/decisions/0056-one-list-engine.md). All of it follows from the visits.

-- `head` is the folded text, of a long one its beginning, so that no text is too long for an index. Room is left on each page: a
-- count is changed where it stands.
create table visit_values (
  _id bigint generated always as identity primary key,
  company_id text collate "C" not null,
  field text collate "C" not null,
  head text collate "C" not null,
  tail text collate "C" not null,
  n integer not null,
  -- As it is searched for; null where that is the value itself, as with most.
  searched text collate "C" generated always as (nullif(fold_for_search(head || tail), head || tail)) stored
) with (fillfactor = 90);

create index visit_values_search on visit_values using gin (coalesce(searched, head || tail) gin_trgm_ops) with (gin_pending_list_limit = 1024);

create function tail_key(tail text) returns text
  language sql immutable parallel safe
  return case tail when '' then '' else md5(tail) end;

-- A location that is removed takes its values along, whatever its visits were.
create function forget_values() returns trigger
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  delete from visit_postings p using gone g where p.value_id = g._id;
  return null;
end $$;

create table visit_postings (
  value_id bigint not null,
  at timestamptz(3) not null,
  visit_id text collate "C" not null,
  primary key (value_id, at, visit_id)
);

-- Locations whose values are still to be made from their visits. While one is here, changes of its visits wait in visit_changes; once it is built, they
-- are caught up with (server/resources/visits/indexing.ts).
create table visits_to_index (
  company_id text collate "C" primary key,
  is_built boolean not null default false
);

create table visit_changes (
  company_id text collate "C" not null,
  seq bigint generated always as identity,
  is_added boolean not null,
  at timestamptz(3) not null,
  visit_id text collate "C" not null,
  texts jsonb not null,
  primary key (company_id, seq)
);

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

create function terms_of(texts jsonb) returns table (field text, head text, tail text)
  language sql immutable parallel safe rows 10 as
$$
  select key, left(value, 120), substr(value, 121)
  from (select key, fold_case(value) as value from jsonb_each_text(texts) where value is not null offset 0) t
$$;

create function add_values(location text, at timestamptz, id text, texts jsonb) returns void
  language plpgsql as
$$
begin
  with named as (
    insert into visit_values as d (company_id, field, head, tail, n)
    select location, t.*, 1 from terms_of(texts) t
    on conflict (company_id, field, head, tail_key(tail)) do update set n = d.n + 1
    returning _id)
  insert into visit_postings select _id, at, id from named;
end $$;

-- A value that no visit has any more goes: it is a person's name. Without statistics, as after a restore, the planner would read the tables whole.
create function remove_values(location text, was_at timestamptz, id text, texts jsonb) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
begin
  with gone as (
    delete from visit_postings p using terms_of(texts) t, visit_values d
    where d.company_id = location and d.field = t.field and d.head = t.head and tail_key(d.tail) = tail_key(t.tail)
      and p.value_id = d._id and p.at = was_at and p.visit_id = id
    returning p.value_id),
  fewer as (update visit_values set n = n - 1 from gone where _id = value_id and n > 1)
  delete from visit_values using gone where _id = value_id and n = 1;
end $$;

create function change_values(location text, is_added boolean, at timestamptz, id text, texts jsonb) returns void
  language plpgsql as
$$
begin
  if exists (select from visits_to_index where company_id = location) then
    insert into visit_changes (company_id, is_added, at, visit_id, texts) values (location, is_added, at, id, texts);
  elsif is_added then
    perform add_values(location, at, id, texts);
  else
    perform remove_values(location, at, id, texts);
  end if;
end $$;

create function index_visit() returns trigger
  language plpgsql as
$$
begin
  if tg_op = 'UPDATE' and old.signed_in = new.signed_in and visit_texts(old) = visit_texts(new) then
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform change_values(old.company_id, false, old.signed_in, old._id, visit_texts(old));
  end if;
  if tg_op <> 'DELETE' then
    perform change_values(new.company_id, true, new.signed_in, new._id, visit_texts(new));
  end if;
  return null;
end $$;

-- Makes all values of a location from its visits, those of one moment.
create function build_values(location text) returns void
  language plpgsql set work_mem = '64MB' as
$$
begin
  delete from visit_values where company_id = location;
  create temp table terms on commit drop as
    select v.signed_in, v._id, t.* from visits v, terms_of(visit_texts(v)) t where v.company_id = location;
  analyze terms;
  insert into visit_values (company_id, field, head, tail, n)
  select location, field, head, tail, count(*) from terms group by 2, 3, 4 order by 2, 3, 4;
  insert into visit_postings
  select d._id, t.signed_in, t._id
  from terms t join visit_values d on d.company_id = location and d.field = t.field and d.head = t.head and d.tail = t.tail
  order by 1, 2, 3;
  drop table terms;
end $$;

-- Catches up with changes since a location was built, in their order. The caller holds the lock of its log. Returns whether there may be more.
create function catch_up_values(location text, at_most integer) returns boolean
  language plpgsql as
$$
declare
  change visit_changes;
  n integer := 0;
begin
  for change in select * from visit_changes where company_id = location order by seq limit at_most loop
    if change.is_added then
      perform add_values(location, change.at, change.visit_id, change.texts);
    else
      perform remove_values(location, change.at, change.visit_id, change.texts);
    end if;
    delete from visit_changes where company_id = location and seq = change.seq;
    n := n + 1;
  end loop;
  if n < at_most then
    delete from visits_to_index where company_id = location;
  end if;
  return n = at_most;
end $$;

create unique index visit_values_key on visit_values (company_id, field, head, tail_key(tail));

create trigger visit_values_gone after delete on visit_values referencing old table as gone
  for each statement execute function forget_values();

create trigger visits_index after insert or update on visits for each row execute function index_visit();

-- A location that is removed takes its values along before its visits.
create trigger visits_unindex after delete on visits for each row
  when (current_setting('foyer.removes_location', true) is distinct from 'on') execute function index_visit();
