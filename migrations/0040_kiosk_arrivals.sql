-- Who signed in together at a kiosk, and whose host isn't notified yet (docs/decisions/0048-companions.md). Rows are deleted with their
-- visits (server/platform/events/erasure.ts); of those who came alone or first, when the links of their messages have ended.
create table kiosk_arrivals (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  -- The visit that came first. It names the group, and may have been erased.
  group_id text collate "C" not null,
  begun timestamptz(3) not null,
  -- Until when its host's message waits for companions; null once it was queued.
  due timestamptz(3),
  -- The entry of the log that the message is about.
  seq bigint,
  primary key (company_id, visit_id)
);

create index kiosk_arrivals_group on kiosk_arrivals (company_id, group_id);
create index kiosk_arrivals_waiting on kiosk_arrivals (company_id, group_id) where due is not null;
create index kiosk_arrivals_begun on kiosk_arrivals (begun) where visit_id = group_id;

-- A message goes with the visit of the one who came first. If it hasn't been sent, its host is notified of those who came along.
create function messages_keep_companions() returns trigger
  language plpgsql as
$$
begin
  update kiosk_arrivals set due = begun
  where company_id = old.company_id and visit_id in (select jsonb_array_elements_text(old.parameters -> 'companions'));
  return null;
end $$;

create trigger messages_keep_companions after delete on messages
  for each row when (old.state = 'queued' and old.parameters ? 'companions') execute function messages_keep_companions();
