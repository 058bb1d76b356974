-- What a visitor who waits for approval has been shown of the answer, on a kiosk, on a phone or by reception: an answer that no
-- screen has shown is a task at reception. It goes with the visit (server/platform/events/erasure.ts).
create table shown_answers (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  approval text,
  reply text,
  at timestamptz(3) not null,
  primary key (company_id, visit_id)
);
