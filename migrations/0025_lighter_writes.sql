-- What changes wrote and looked for besides, and need not.

-- The bodies of a record are found through the log, which has an index by record.
drop index log_bodies_subject;

-- A day that is there is counted by an update: an insert that conflicts writes a lock first. Days are locked in their order.
create or replace function count_visits() returns trigger
  language plpgsql as
$$
declare
  counted record;
begin
  for counted in
    select company_id, day_of(signed_in) as day, count(*) * case tg_op when 'INSERT' then 1 else -1 end as n
    from changed group by 1, 2 order by 1, 2
  loop
    update visit_days d set n = d.n + counted.n where d.company_id = counted.company_id and d.day = counted.day;
    continue when found;
    insert into visit_days as d (company_id, day, n) values (counted.company_id, counted.day, counted.n)
    on conflict (company_id, day) do update set n = d.n + excluded.n;
  end loop;
  return null;
end $$;

-- As in 0024, but a small location never looks among the values of all, what is asked of any field stops where it is too much, and values
-- that few visits have are named however many they are.
create or replace function match_values(location text, of_fields text[], patterns text[], probe text, out visits bigint, out ids text)
  language plpgsql stable set max_parallel_workers_per_gather = 0 as
$$
declare
  few constant integer := 2000;
  few_visits constant integer := 20000;
begin
  if of_fields is null and probe is null then
    select sum(n), case when count(*) <= few then string_agg(_id::text, ',') end into visits, ids from (
      select _id, n from visit_values d
      where company_id = location and d.head || d.tail || '' like any (patterns) limit few + 1) d;
  elsif probe is null or not exists (
      select from visit_values where company_id = location and (of_fields is null or field = any (of_fields)) offset few) then
    select sum(n), case when count(*) <= few or sum(n) <= few_visits then string_agg(_id::text, ',') end into visits, ids
    from visit_values d
    where company_id = location and (of_fields is null or field = any (of_fields)) and d.head || d.tail || '' like any (patterns);
  else
    select sum(n), case when count(*) <= few or sum(n) <= few_visits then string_agg(_id::text, ',') end into visits, ids
    from visit_values d
    where d.head || d.tail like probe and d.head || d.tail || '' like any (patterns)
      and d.company_id || '' = location and (of_fields is null or d.field = any (of_fields));
  end if;
end $$;

-- A location that is removed takes its values along before its visits.
drop trigger visits_index on visits;
create trigger visits_index after insert or update on visits for each row execute function index_visit();
create trigger visits_unindex after delete on visits for each row
  when (current_setting('foyer.removes_location', true) is distinct from 'on') execute function index_visit();
