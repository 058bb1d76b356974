-- Evacuations and drills: when each began and ended, and who was marked safe when. Ids, times and figures; who is meant stands on
-- the visit, and goes with it.
create table evacuations (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  drill boolean not null,
  started timestamptz(3) not null,
  started_by text not null,
  ended timestamptz(3),
  ended_by text,
  -- As they were at the end: they stay when the visits are erased.
  people integer,
  safe integer,
  median_seconds integer,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id)
);

-- One at a time: of several marshals who begin at once, one does and the others join.
create unique index evacuations_open on evacuations (company_id) where ended is null;

create trigger evacuations_note before insert or update on evacuations
  for each row execute function note_row_change();
create trigger evacuations_keys after delete on evacuations referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- Every mark that was made, and every one taken back: the latest by its own time counts, whenever it arrives.
create table evacuation_marks (
  company_id text collate "C" not null,
  evacuation_id text collate "C" not null,
  -- Made by who marks: the same mark sent again is there already.
  ref text collate "C" not null,
  visit_id text collate "C" not null,
  safe boolean not null,
  at timestamptz(3) not null,
  -- Absent for a mark that came by another way than an evacuation's own, such as PUT of a visit.
  by_name text,
  primary key (company_id, evacuation_id, ref)
);

create index evacuation_marks_visit on evacuation_marks (company_id, visit_id, evacuation_id, at desc, ref desc);

-- Whoever marks a visit by any way while an evacuation goes on marks it in that evacuation.
create function visits_mark_evacuation() returns trigger
  language plpgsql as
$$
begin
  insert into evacuation_marks (company_id, evacuation_id, ref, visit_id, safe, at)
  select new.company_id, e._id, gen_random_uuid()::text, new._id, new.safe, new.mod_date
  from evacuations e
  where e.company_id = new.company_id and e.ended is null
    and new.safe is distinct from coalesce((
      select m.safe from evacuation_marks m
      where m.company_id = e.company_id and m.visit_id = new._id and m.evacuation_id = e._id
      order by m.at desc, m.ref desc limit 1), false);
  return null;
end $$;

create trigger visits_mark_evacuation after update of safe on visits
  for each row when (old.safe is distinct from new.safe) execute function visits_mark_evacuation();
