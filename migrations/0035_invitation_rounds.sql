-- Links and codes of invitations carry a number, and hold while it is the visitor's: a changed email address counts it up.
-- Those sent before this have none, which is 0.
alter table registered_visitors add column invitation_round integer not null default 0;

-- The UID of a calendar entry must never change. It ends in the domain of the sender, and is kept with its emails; those sent before
-- this ended in the host of PUBLIC_URL, which is noted here at the first start, before it can move.
create table earlier_calendar_host (
  one boolean primary key default true check (one),
  host text not null
);
