-- Emails and SMS: the outbox, which is the queue as well, and what hosts reply.

create table messages (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  kind text not null,
  recipient text not null,
  template text not null,
  parameters jsonb not null,
  state text not null,
  attempts integer not null default 0,
  next_at timestamptz(3),
  error text,
  subject_id text collate "C",
  create_date timestamptz(3) not null,
  sent_at timestamptz(3),
  -- In which language it is written; absent is English.
  language text,
  -- Who is handing it over; next_at is the end of that lease while the state is "sending".
  lease text,
  -- What the mail server or gateway answered when it took it.
  answer text,
  mod_date timestamptz(3) not null default now(),
  primary key (company_id, _id)
);

create index messages_sent on messages (company_id, kind, sent_at) where sent_at is not null;
create index messages_due on messages (kind, next_at) where state in ('queued', 'sending');
create index messages_newest on messages (company_id, create_date desc, _id desc);
create index messages_subject on messages (company_id, subject_id) where subject_id is not null;

create function messages_keep_count() returns trigger
  language plpgsql as
$$
begin
  insert into erased_sms values (old.company_id, date_bin('15 minutes', old.sent_at, '2000-01-01T00:00:00Z'));
  return null;
end $$;

-- SMS that were handed over and then erased with the person they were about: the month's counter keeps them (rules 3).
-- The time is cut to 15 minutes.
create table erased_sms (
  company_id text collate "C" not null,
  sent_at timestamptz not null
);

create index erased_sms_at on erased_sms (company_id, sent_at);

-- Hosts are told of their visitors: how far each location's log was read for that (docs/decisions/0021-notifications.md).
create table notification_cursors (
  company_id text collate "C" primary key,
  seq bigint not null
);

-- The short links of SMS to hosts, as digests: what the database holds opens none (docs/decisions/0012-messages.md). Each ends with
-- the long link that it stands for, and goes with its visit (server/platform/events/erasure.ts).
create table host_links (
  digest text collate "C" not null,
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  -- Which host it was sent to, without a name (server/resources/messages/host-link.ts).
  mark text not null,
  expires timestamptz(3) not null,
  primary key (digest, company_id)
);

create index host_links_visit on host_links (company_id, visit_id);
create index host_links_expires on host_links (expires);

-- What a host last replied to the visitor who waits for them, such as "On my way". A row of its own: a reply leaves the visit's
-- row and its indexes alone. It goes with the visit (server/platform/events/erasure.ts).
create table host_replies (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  reply text not null,
  -- Who the visitor was for: the reply counts for as long as they are.
  host text,
  at timestamptz(3) not null,
  primary key (company_id, visit_id)
);

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

create trigger messages_keep_count after delete on messages
  for each row when (old.kind = 'sms' and old.sent_at is not null) execute function messages_keep_count();

create trigger messages_keep_companions after delete on messages
  for each row when (old.state = 'queued' and old.parameters ? 'companions') execute function messages_keep_companions();
