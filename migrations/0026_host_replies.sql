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
