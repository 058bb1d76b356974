-- What each change wrote besides, and needs not.

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
