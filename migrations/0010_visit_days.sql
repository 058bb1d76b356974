-- How many visits began on each day (UTC) of a location: their total, and where a page far back begins, without counting rows.
-- Kept by triggers at the end of each statement, when its writer holds the lock of the location's log already.
create table visit_days (
  company_id text collate "C" not null,
  day date not null,
  n integer not null,
  primary key (company_id, day)
) with (fillfactor = 50);

-- A day that is there is counted by an update: an insert that conflicts writes a lock first. Days are locked in their order.
create function count_visits() returns trigger
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

create function count_moved_visit() returns trigger
  language plpgsql as
$$
begin
  insert into visit_days as d (company_id, day, n)
  values (old.company_id, day_of(old.signed_in), -1), (new.company_id, day_of(new.signed_in), 1)
  on conflict (company_id, day) do update set n = d.n + excluded.n;
  return null;
end $$;

create trigger visits_added after insert on visits referencing new table as changed
  for each statement execute function count_visits();

create trigger visits_removed after delete on visits referencing old table as changed
  for each statement execute function count_visits();

create trigger visits_moved after update of signed_in on visits
  for each row when (day_of(old.signed_in) <> day_of(new.signed_in)) execute function count_moved_visit();
