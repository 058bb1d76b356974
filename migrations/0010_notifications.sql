-- Hosts are told of their visitors: how far each location's log was read for that (docs/decisions/0021-notifications.md).

create table notification_cursors (
  company_id text collate "C" primary key,
  seq bigint not null
);

-- Nobody is told now of what happened before.
insert into notification_cursors
select _id, coalesce((select max(seq) from log where company_id = companies._id), 0) from companies;
