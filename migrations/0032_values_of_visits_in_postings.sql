-- A visit among those of a value now carries the numbers of its own names, company and host. So several filters are asked of the postings of
-- one of them, without reading a visit (docs/decisions/0053-numbers-in-postings.md). All visits are indexed anew, in the background.

-- A sign-in that has begun to write the values of a visit ends before, with the functions from before.
lock table visits in share row exclusive mode;

create function carried_fields() returns text[]
  language sql immutable parallel safe
  return array['first_name', 'last_name', 'company', 'recipient'];

-- The number of a value in four bytes, which are enough for four billion; zeros for none.
create function number_bytes(number bigint) returns bytea
  language sql immutable parallel safe
  return substr(int8send(coalesce(number, 0)), 5);

-- A posting is the key of a visit and the numbers of its values of these fields.
create function posting_length() returns integer
  language sql immutable parallel safe
  return key_length() + 4 * cardinality(carried_fields());

create or replace function length_together() returns integer
  language sql immutable parallel safe
  return 16 * posting_length();

drop function with_key, without_key, place_of_key, oldest_key, add_older;

-- Where the posting with a key is among others, or would be.
create function place_of_key(postings bytea, key bytea) returns integer
  language plpgsql immutable parallel safe as
$$
declare
  place integer := 1;
begin
  while place < length(postings) and substr(postings, place, key_length()) > key loop
    place := place + posting_length();
  end loop;
  return place;
end $$;

create function with_posting(postings bytea, posting bytea) returns bytea
  language sql immutable parallel safe
  return overlay(postings placing posting from place_of_key(postings, substr(posting, 1, key_length())) for 0);

-- The same postings where none has the key.
create function without_key(postings bytea, key bytea) returns bytea
  language plpgsql immutable parallel safe as
$$
declare
  place constant integer := place_of_key(postings, key);
begin
  return case substr(postings, place, key_length()) when key then overlay(postings placing '' from place for posting_length()) else postings end;
end $$;

create function oldest_key(postings bytea) returns bytea
  language sql immutable parallel safe
  return substr(postings, length(postings) - posting_length() + 1, key_length());

truncate visit_values, visit_postings;
alter table visit_values alter column _id set maxvalue 4294967295;
insert into visits_to_index select _id from companies on conflict (company_id) do update set after = '';

-- As in 0031, with postings in the place of keys.
create or replace function add_values(v visits) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  key constant bytea := visit_key(v.signed_in, v._id);
  older record;
begin
  for older in
    with terms as materialized (select * from visit_terms(v)),
    known as materialized (
      select d.ctid as place, t.field, d._id, d.n, d.newest, substr(d.newest, 1, key_length()) < key as is_newest,
        length(d.newest) >= length_together() as is_full
      from terms t
      join visit_values d on d.company_id = v.company_id and d.field = t.field and d.head = t.head and tail_key(d.tail) = tail_key(t.tail)),
    new as materialized (
      select nextval('visit_values__id_seq') as _id, field, head, tail from terms where field not in (select field from known)),
    numbers as (select field, _id from known union all select field, _id from new),
    made as materialized (
      select key || string_agg(number_bytes(_id), '' order by at) as posting
      from unnest(carried_fields()) with ordinality c (field, at) left join numbers using (field)),
    changed as (
      update visit_values d set n = d.n + 1, newest = case when k.is_full then posting else posting || d.newest end
      from known k, made where d.ctid = k.place and k.is_newest),
    put_together as (
      insert into visit_postings
      select _id, case when n * posting_length() = length(newest) then '' else oldest_key(newest) end, newest from known where is_newest and is_full),
    added as (
      insert into visit_values (_id, company_id, field, head, tail, n, newest) overriding system value
      select _id, v.company_id, field, head, tail, 1, posting from new, made)
    select place, posting from known, made where not is_newest
  loop
    perform add_older(older.place, older.posting);
  end loop;
end $$;

create function add_older(place tid, posting bytea) returns void
  language plpgsql set enable_seqscan = off as
$$
declare
  together constant integer := length_together();
  key constant bytea := substr(posting, 1, key_length());
  value visit_values;
  others visit_postings;
  is_alone boolean;
begin
  select * into value from visit_values where ctid = place;
  is_alone := value.n * posting_length() = length(value.newest);
  if is_alone or key > oldest_key(value.newest) then
    value.newest := with_posting(value.newest, posting);
    if length(value.newest) > 2 * together then
      insert into visit_postings
      values (value._id, case when is_alone then '' else oldest_key(value.newest) end, substr(value.newest, together + 1));
      value.newest := substr(value.newest, 1, together);
    end if;
    update visit_values set n = n + 1, newest = value.newest where ctid = place;
    return;
  end if;
  update visit_values set n = n + 1 where ctid = place;
  select * into others from visit_postings where value_id = value._id and since <= key order by since desc limit 1;
  if not found then
    insert into visit_postings values (value._id, '', posting);
    return;
  end if;
  others.visits := with_posting(others.visits, posting);
  if length(others.visits) > 2 * together then
    insert into visit_postings values (value._id, oldest_key(substr(others.visits, 1, together)), substr(others.visits, 1, together));
    others.visits := substr(others.visits, together + 1);
  end if;
  update visit_postings set visits = others.visits where value_id = value._id and since = others.since;
end $$;
