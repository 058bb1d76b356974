-- Mails and SMS are sent: the queue has leases, and shows what became of each message. Invitations are counted.

alter table messages
  -- In which language it is written; absent is English.
  add column language text,
  -- Who is handing it over; next_at is the end of that lease while the state is "sending".
  add column lease text,
  -- What the mail server or gateway answered when it took it.
  add column answer text,
  add column mod_date timestamptz(3) not null default now();

update messages set mod_date = create_date;

-- Accounts belong to no location: no location's outbox shows their mails.
update messages
   set company_id = '000000000000000000000000', parameters = jsonb_build_object('userId', subject_id)
 where template = 'user_invitation';

create index messages_due on messages (kind, next_at) where state in ('queued', 'sending');
create index messages_newest on messages (company_id, create_date desc, _id desc);
create index messages_subject on messages (company_id, subject_id) where subject_id is not null;

-- How many invitations a location queued at once and when, for the cap of a rolling day. Apart from the messages: these go when
-- their visitor is erased, and the cap must not open again by that.
create table invitations_queued (
  company_id text collate "C" not null,
  at timestamptz(3) not null,
  n integer not null
);
create index invitations_queued_at on invitations_queued (company_id, at);

-- SMS that were handed over and then erased with the person they were about: the month's counter keeps them (rules 3).
-- The time is cut to 15 minutes.
create table erased_sms (
  company_id text collate "C" not null,
  sent_at timestamptz not null
);
create index erased_sms_at on erased_sms (company_id, sent_at);

create function messages_keep_count() returns trigger
  language plpgsql as
$$
begin
  insert into erased_sms values (old.company_id, date_bin('15 minutes', old.sent_at, '2000-01-01T00:00:00Z'));
  return null;
end $$;

create trigger messages_keep_count after delete on messages
  for each row when (old.kind = 'sms' and old.sent_at is not null) execute function messages_keep_count();
