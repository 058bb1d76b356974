-- A sign-in in the console whose host isn't notified yet: it can still be taken back (docs/decisions/0054-taking-a-sign-in-back.md). It is
-- a row of its own, which other sign-ins don't pay for, and is deleted a minute later, or with its visit.
create table held_sign_ins (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  user_id text collate "C" not null,
  begun timestamptz(3) not null,
  -- What moved to the visit: taking it back puts it where it was.
  preregistration jsonb,
  primary key (company_id, visit_id)
);
create index held_sign_ins_begun on held_sign_ins (begun);
