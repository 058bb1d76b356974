-- The users who are emailed the monthly report of a location (docs/decisions/0045-monthly-report.md). `last_month` begins the last
-- month that needs no email any more: first the one before the subscription, then the one that was queued last.
create table report_subscriptions (
  company_id text collate "C" not null,
  user_id text collate "C" not null,
  last_month date not null,
  primary key (company_id, user_id)
);

create function users_end_subscriptions() returns trigger
  language plpgsql as
$$ begin delete from report_subscriptions where user_id = old._id; return null; end $$;

create trigger users_end_subscriptions after delete on users
  for each row execute function users_end_subscriptions();
