-- The key of a visit among those of a value now has the numbers of its own names, company and host. So several filters are asked of the postings of
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

-- The key of a visit begins with its time and ID, 18 bytes (`visit_key`), and ends with the numbers of its values of these fields.
create or replace function key_length() returns integer
  language sql immutable parallel safe
  return 18 + 4 * cardinality(carried_fields());

create or replace function id_of_key(key bytea) returns text
  language sql immutable parallel safe
  return encode(substr(key, 7, 12), 'hex');

-- Looked for by its beginning, too.
create or replace function place_of_key(keys bytea, key bytea) returns integer
  language plpgsql immutable parallel safe as
$$
declare
  place integer := 1;
begin
  while place < length(keys) and substr(keys, place, length(key)) > key loop
    place := place + key_length();
  end loop;
  return place;
end $$;

create or replace function without_key(keys bytea, key bytea) returns bytea
  language plpgsql immutable parallel safe as
$$
declare
  place constant integer := place_of_key(keys, key);
begin
  return case substr(keys, place, length(key)) when key then overlay(keys placing '' from place for key_length()) else keys end;
end $$;

-- Its beginning, which tells visits apart.
create or replace function oldest_key(keys bytea) returns bytea
  language sql immutable parallel safe
  return substr(keys, length(keys) - key_length() + 1, 18);

truncate visit_values, visit_postings;
alter table visit_values alter column _id set maxvalue 4294967295;
insert into visits_to_index select _id from companies on conflict (company_id) do update set after = '';

-- As in 0031, with the numbers after the beginning of the key.
create or replace function add_values(v visits) returns void
  language plpgsql set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as
$$
declare
  beginning constant bytea := visit_key(v.signed_in, v._id);
  older record;
begin
  for older in
    with terms as materialized (select * from visit_terms(v)),
    known as materialized (
      select d.ctid as place, t.field, d._id, d.n, d.newest, d.newest < beginning as is_newest,
        length(d.newest) >= length_together() as is_full
      from terms t
      join visit_values d on d.company_id = v.company_id and d.field = t.field and d.head = t.head and tail_key(d.tail) = tail_key(t.tail)),
    new as materialized (
      select nextval('visit_values__id_seq') as _id, field, head, tail from terms where field not in (select field from known)),
    numbers as (select field, _id from known union all select field, _id from new),
    made as materialized (
      select beginning || string_agg(number_bytes(_id), '' order by at) as key
      from unnest(carried_fields()) with ordinality c (field, at) left join numbers using (field)),
    changed as (
      update visit_values d set n = d.n + 1, newest = case when k.is_full then key else key || d.newest end
      from known k, made where d.ctid = k.place and k.is_newest),
    put_together as (
      insert into visit_postings
      select _id, case when n * key_length() = length(newest) then '' else oldest_key(newest) end, newest from known where is_newest and is_full),
    added as (
      insert into visit_values (_id, company_id, field, head, tail, n, newest) overriding system value
      select _id, v.company_id, field, head, tail, 1, key from new, made)
    select place, key from known, made where not is_newest
  loop
    perform add_older(older.place, older.key);
  end loop;
end $$;
