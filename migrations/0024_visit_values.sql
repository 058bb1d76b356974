-- The values of visits' texts, each once for a location and field with the number of visits that have it, and the visits of each in the
-- order of their time: what filters look in (docs/decisions/0039-values-of-visits.md). All of it follows from the visits.

create table visit_fields (
  _id integer generated always as identity primary key,
  company_id text collate "C" not null,
  field text collate "C" not null,
  unique (company_id, field)
);

-- `head` is the folded text, of a long one its beginning; no text is too long for an index then. Room is left on each page, so
-- that a count is changed where it stands.
create table visit_values (
  _id bigint generated always as identity,
  field_id integer not null,
  head text collate "C" not null,
  tail text collate "C" not null default '',
  n integer not null
) with (fillfactor = 90);

create function tail_key(tail text) returns text
  language sql immutable parallel safe
  return case when tail <> '' then md5(tail) end;

create unique index visit_values_key on visit_values (field_id, head, tail_key(tail)) nulls not distinct;
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

-- A location that is removed takes its values along, whatever its visits were.
create function forget_values_of_fields() returns trigger
  language plpgsql as
$$
begin
  delete from visit_postings p using visit_values d, gone f where d.field_id = f._id and p.value_id = d._id;
  delete from visit_values d using gone f where d.field_id = f._id;
  return null;
end $$;

create trigger visit_fields_gone after delete on visit_fields referencing old table as gone
  for each statement execute function forget_values_of_fields();

-- Texts by the names of their fields; own keys begin with a point.
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
  return texts || (select jsonb_object_agg('.' || key, json_text(value)) from jsonb_each(v.extra));
end $$;

create type visit_term as (company_id text, at timestamptz, visit bytea, field text, head text, tail text);

create function visit_terms(v visits) returns setof visit_term
  language sql immutable parallel safe as
$$
  select v.company_id, v.signed_in, decode(v._id, 'hex'), field, left(value, 120), substr(value, 121)
  from (select key as field, fold(value) as value from jsonb_each_text(visit_texts(v)) where value is not null offset 0) t
$$;

create function add_visit_terms(terms visit_term[]) returns void
  language plpgsql as
$$
begin
  insert into visit_fields (company_id, field)
  select distinct company_id, field from unnest(terms) t
  where not exists (select from visit_fields f where f.company_id = t.company_id and f.field = t.field)
  on conflict do nothing;
  with given as materialized (
    select f._id as field_id, t.head, t.tail, t.at, t.visit
    from unnest(terms) t join visit_fields f on f.company_id = t.company_id and f.field = t.field),
  counted as (
    insert into visit_values as d (field_id, head, tail, n)
    select field_id, head, tail, count(*) from given group by 1, 2, 3 order by 1, 2, 3
    on conflict (field_id, head, tail_key(tail)) do update set n = d.n + excluded.n
    returning _id, field_id, head, tail)
  insert into visit_postings (value_id, at, visit)
  select c._id, g.at, g.visit from given g join counted c using (field_id, head, tail);
end $$;

-- Terms that are not there are passed over: of a visit that was not indexed yet.
create function remove_visit_terms(terms visit_term[]) returns void
  language plpgsql as
$$
begin
  with given as materialized (
    select d._id as value_id, d.field_id, d.head, d.tail, t.at, t.visit
    from unnest(terms) t join visit_fields f on f.company_id = t.company_id and f.field = t.field
    join visit_values d on d.field_id = f._id and d.head = t.head and d.tail = t.tail),
  gone as (
    delete from visit_postings p using given g where p.value_id = g.value_id and p.at = g.at and p.visit = g.visit
    returning g.field_id, g.head, g.tail)
  update visit_values d set n = d.n - g.n
  from (select field_id, head, tail, count(*) as n from gone group by 1, 2, 3) g
  where d.field_id = g.field_id and d.head = g.head and d.tail = g.tail;
  delete from visit_values d using (
    select distinct f._id as field_id, t.head, t.tail
    from unnest(terms) t join visit_fields f on f.company_id = t.company_id and f.field = t.field) g
  where d.n = 0 and d.field_id = g.field_id and d.head = g.head and d.tail = g.tail;
  -- The name of an own key is what a caller wrote, too.
  delete from visit_fields f using (select distinct company_id, field from unnest(terms)) t
  where f.company_id = t.company_id and f.field = t.field and not exists (select from visit_values d where d.field_id = f._id);
end $$;

create function index_added_visits() returns trigger
  language plpgsql as
$$ begin perform add_visit_terms(array(select t from added v, visit_terms(v) t)); return null; end $$;

create function index_removed_visits() returns trigger
  language plpgsql as
$$ begin perform remove_visit_terms(array(select t from removed v, visit_terms(v) t)); return null; end $$;

create function index_changed_visit() returns trigger
  language plpgsql as
$$
begin
  perform remove_visit_terms(array(select t from visit_terms(old) t));
  perform add_visit_terms(array(select t from visit_terms(new) t));
  return null;
end $$;

create trigger visits_index_added after insert on visits referencing new table as added
  for each statement execute function index_added_visits();
create trigger visits_index_removed after delete on visits referencing old table as removed
  for each statement execute function index_removed_visits();
create trigger visits_index_changed after update on visits for each row
  when (old.signed_in is distinct from new.signed_in or visit_texts(old) is distinct from visit_texts(new))
  execute function index_changed_visit();

-- Indexes the next visits of a location, without those that a trigger has indexed meanwhile. The caller holds the lock of its log.
-- Returns the ID of the last one; null when none is left.
create function index_visits(location text, after_id text, at_most integer) returns text
  language plpgsql as
$$
declare
  ids text[];
begin
  select array_agg(_id order by _id) into ids
  from (select _id from visits where company_id = location and _id > after_id order by _id limit at_most) v;
  if ids is null then
    return null;
  end if;
  perform add_visit_terms(array(
    select t from visits v, visit_terms(v) t where v.company_id = location and v._id = any (ids) and not exists (
      select from visit_terms(v) s
      join visit_fields f on f.company_id = s.company_id and f.field = s.field
      join visit_values d on d.field_id = f._id and d.head = s.head and d.tail = s.tail
      join visit_postings p on p.value_id = d._id and p.at = s.at and p.visit = s.visit)));
  return ids[cardinality(ids)];
end $$;

drop index visits_search;
