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
