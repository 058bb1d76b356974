-- What visitors sign, and what they have signed.

-- What visitors sign, and what they have signed.
create table agreements (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name jsonb not null,
  active boolean not null,
  -- The newest of its versions: what is signed now.
  version integer not null,
  index integer not null,
  expiry_days integer,
  group_only boolean not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- The captions of an agreement's video by language, as WebVTT; null without any. With the agreement, not with its versions: they are
  -- no content that is signed (docs/decisions/0042-what-visitors-sign.md). Long texts: the log notes them by their SHA-256.
  captions jsonb,
  primary key (company_id, _id)
);

create trigger agreements_note before insert or update or delete on agreements
  for each row execute function note_row_change('#captions');
create trigger agreements_keys after delete on agreements referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- The content of every version, kept for good: a signature outlives its agreement. `pdf` holds size and digest by language.
create table agreement_versions (
  company_id text collate "C" not null,
  agreement_id text collate "C" not null,
  version integer not null,
  type text not null,
  agreement_text jsonb not null,
  video jsonb not null,
  pdf jsonb not null,
  create_date timestamptz(3) not null,
  primary key (company_id, agreement_id, version)
);

-- Uploaded documents by their SHA-256, so that a version that keeps its document costs nothing.
create table agreement_files (
  company_id text collate "C" not null,
  agreement_id text collate "C" not null,
  digest text collate "C" not null,
  bytes bytea not null,
  primary key (company_id, agreement_id, digest)
);
alter table agreement_files alter column bytes set storage external;

-- Which agreements a visit type asks for: one truth for the lists of both, each with the order it was given.
create table agreement_visit_types (
  company_id text collate "C" not null,
  agreement_id text collate "C" not null,
  visit_type_id text collate "C" not null,
  place_in_type integer not null,
  place_in_agreement integer not null,
  primary key (company_id, agreement_id, visit_type_id)
);

create index agreement_visit_types_by_type on agreement_visit_types (company_id, visit_type_id);

-- One row per agreement signed during a visit, with what stood there at that moment; it goes with the visit.
create table signed_agreements (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  agreement_id text collate "C" not null,
  version integer not null,
  name text not null,
  language text not null,
  text_hash text not null,
  signed_at timestamptz(3) not null,
  signer jsonb not null,
  signature text,
  -- The document as it was made when it was first asked for; the same bytes from then on.
  pdf bytea,
  primary key (company_id, visit_id, agreement_id)
);
alter table signed_agreements alter column pdf set storage external;

-- On which earlier visits somebody signed what was not asked again when they showed a badge: the code of this visit's badge proves as
-- much as the one that was shown. Ids alone; it goes with the visit.
create table carried_signatures (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  signed_on text collate "C" not null,
  primary key (company_id, visit_id, signed_on)
);
