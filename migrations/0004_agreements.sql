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
  primary key (company_id, _id)
);

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
-- PDF is compressed already.
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

-- No agreement could be named before this version, so there is nothing to move.
alter table visit_types drop column agreements;

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
