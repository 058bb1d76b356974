-- The visits of a value are no longer a row each: the newest are kept beside its count, older ones some in a row. So a visit that comes in
-- changes the row of each of its values, and no index (docs/decisions/0052-newest-visits-of-values.md). All visits are indexed anew, in
-- the background.

-- A visit by which those of a value are sorted: its milliseconds since the year 0 in six bytes, then its ID.
create function visit_key(at timestamptz, id text) returns bytea
  language sql stable parallel safe
  return substr(int8send((extract(epoch from at) * 1000)::bigint + 62167219200000), 3) || decode(id, 'hex');

create function id_of_key(key bytea) returns text
  language sql immutable parallel safe
  return encode(substr(key, 7), 'hex');

-- Keys are kept one after the other, the newest first: in an array each would cost half as much again of the log.
create function key_length() returns integer
  language sql immutable parallel safe
  return 18;

-- Where a key is among others, or would be.
create function place_of_key(keys bytea, key bytea) returns integer
  language plpgsql immutable parallel safe as
$$
declare
  place integer := 1;
begin
  while place < length(keys) and substr(keys, place, key_length()) > key loop
    place := place + key_length();
  end loop;
  return place;
end $$;

create function with_key(keys bytea, key bytea) returns bytea
  language sql immutable parallel safe
  return overlay(keys placing key from place_of_key(keys, key) for 0);

-- The same keys where it is not among them.
create function without_key(keys bytea, key bytea) returns bytea
  language plpgsql immutable parallel safe as
$$
declare
  place constant integer := place_of_key(keys, key);
begin
  return case substr(keys, place, key_length()) when key then overlay(keys placing '' from place for key_length()) else keys end;
end $$;

create function oldest_key(keys bytea) returns bytea
  language sql immutable parallel safe
  return substr(keys, length(keys) - key_length() + 1);

-- How long the keys are that are kept together; twice as long where some came in later than newer ones.
create function length_together() returns integer
  language sql immutable parallel safe
  return 16 * key_length();

-- There is always a newest visit, and there are `n` in all. Room is left on each page: a row changes where it stands.
truncate visit_values;
alter table visit_values add primary key (_id), add column newest bytea not null, set (fillfactor = 80);

-- Older visits of a value: those from the key `since` up to that of the next row. Its first row begins with the empty key.
drop table visit_postings;
create table visit_postings (
  value_id bigint not null,
  since bytea not null,
  visits bytea not null,
  primary key (value_id, since)
);

insert into visits_to_index select _id from companies on conflict (company_id) do update set after = '';

-- Most visits are the newest of each of their values, which are known. Without statistics, as after a restore, the planner would read small
-- tables whole, and go on so when they are large.
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
    changed as (
      update visit_values d set n = d.n + 1, newest = case when k.is_full then key else key || d.newest end
      from known k where d.ctid = k.place and k.is_newest),
    put_together as (
      insert into visit_postings
      select _id, case when n * key_length() = length(newest) then '' else oldest_key(newest) end, newest from known where is_newest and is_full),
    new as (
      insert into visit_values (company_id, field, head, tail, n, newest)
      select v.company_id, field, head, tail, 1, key from terms where field not in (select field from known))
    select place from known where not is_newest
  loop
    perform add_older(older.place, key);
  end loop;
end $$;

-- Adds a visit to a value that has a newer one. What becomes twice as long as usual is split.
create function add_older(place tid, key bytea) returns void
  language plpgsql set enable_seqscan = off as
$$
declare
  together constant integer := length_together();
  value visit_values;
  posting visit_postings;
  is_alone boolean;
begin
  select * into value from visit_values where ctid = place;
  is_alone := value.n * key_length() = length(value.newest);
  if is_alone or key > oldest_key(value.newest) then
    value.newest := with_key(value.newest, key);
    if length(value.newest) > 2 * together then
      insert into visit_postings
      values (value._id, case when is_alone then '' else oldest_key(value.newest) end, substr(value.newest, together + 1));
      value.newest := substr(value.newest, 1, together);
    end if;
    update visit_values set n = n + 1, newest = value.newest where ctid = place;
    return;
  end if;
  update visit_values set n = n + 1 where ctid = place;
  select * into posting from visit_postings where value_id = value._id and since <= key order by since desc limit 1;
  if not found then
    insert into visit_postings values (value._id, '', key);
    return;
  end if;
  posting.visits := with_key(posting.visits, key);
  if length(posting.visits) > 2 * together then
    insert into visit_postings values (value._id, oldest_key(substr(posting.visits, 1, together)), substr(posting.visits, 1, together));
    posting.visits := substr(posting.visits, together + 1);
  end if;
  update visit_postings set visits = posting.visits where value_id = value._id and since = posting.since;
end $$;

-- What is not there is passed over: of a visit that was not indexed yet. A value that no visit has any more goes: it is a person's name.
create or replace function remove_values(v visits) returns void
  language plpgsql set enable_seqscan = off as
$$
declare
  key constant bytea := visit_key(v.signed_in, v._id);
  term record;
  value record;
  posting visit_postings;
  rest bytea;
begin
  for term in select * from visit_terms(v) loop
    select ctid as place, _id, n, newest into value from visit_values d
    where d.company_id = v.company_id and d.field = term.field and d.head = term.head and tail_key(d.tail) = tail_key(term.tail);
    continue when not found;
    rest := without_key(value.newest, key);
    if rest = value.newest then
      select * into posting from visit_postings where value_id = value._id and since <= key order by since desc limit 1;
      continue when not found;
      rest := without_key(posting.visits, key);
      continue when rest = posting.visits;
      if rest = '' then
        delete from visit_postings where value_id = value._id and since = posting.since;
      else
        update visit_postings set visits = rest where value_id = value._id and since = posting.since;
      end if;
      rest := value.newest;
    elsif value.n = 1 then
      delete from visit_values where ctid = value.place;
      continue;
    elsif rest = '' then
      delete from visit_postings where value_id = value._id and since = (
        select since from visit_postings where value_id = value._id order by since desc limit 1) returning visits into rest;
    end if;
    update visit_values set n = n - 1, newest = rest where ctid = value.place;
  end loop;
end $$;
