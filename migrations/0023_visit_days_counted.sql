-- The visits from before the triggers of 0022. A migration of its own: those triggers are at work by now, and one snapshot shows
-- both the visits and what the triggers have counted of them; the difference is added to whatever is counted meanwhile.

with found as materialized (
  select company_id, day_of(signed_in) as day, count(*) as n from visits group by 1, 2)
insert into visit_days as d (company_id, day, n)
select company_id, day, coalesce(f.n, 0) - coalesce(c.n, 0) from found f full join visit_days c using (company_id, day)
where coalesce(f.n, 0) <> coalesce(c.n, 0) order by 1, 2
on conflict (company_id, day) do update set n = d.n + excluded.n;
