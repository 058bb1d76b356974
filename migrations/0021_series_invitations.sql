-- Invitations of whole series: what each visitor's calendar was sent, so that a change is told as a difference.

alter table visit_series add column invite boolean not null default false;

create table series_invitations (
  company_id text collate "C" not null,
  series_id text collate "C" not null,
  member text collate "C" not null,
  -- What its links and its messages name.
  _id text collate "C" not null,
  -- Of the entry in the visitor's calendar: never another, wherever addresses of this service move.
  uid text not null,
  -- Of the last email; it only rises.
  sequence integer not null,
  address text not null,
  language text not null,
  -- Links and codes carry a number, and hold while it is this one.
  round integer not null default 0,
  -- What the emails so far say.
  told jsonb not null,
  primary key (company_id, series_id, member)
);

create unique index series_invitations_id on series_invitations (company_id, _id);

-- With the last registered visitor of a person, their invitation is gone and whatever was sent for it: no rule of erasure or
-- retention has to think of it.
create function forget_series_invitations() returns trigger
  language plpgsql as
$$
begin
  with gone as (
    delete from series_invitations i
    using (select distinct company_id, series_id, member from deleted where series_id is not null) d
    where i.company_id = d.company_id and i.series_id = d.series_id and i.member = d.member
      and not exists (select 1 from registered_visitors r
        where r.company_id = d.company_id and r.series_id = d.series_id and r.member = d.member)
    returning i.company_id, i._id)
  delete from messages m using gone where m.company_id = gone.company_id and m.subject_id = gone._id;
  return null;
end $$;

create trigger registered_visitors_series_invitations after delete on registered_visitors referencing old table as deleted
  for each statement execute function forget_series_invitations();
