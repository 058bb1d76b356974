-- Sign-ins and sign-outs that a kiosk made without network and that the service did not take when they were sent. They lie on the
-- kiosk; what stands here is what the kiosk told of them, so that somebody can decide what becomes of them.

-- The name is personal data of somebody who has no visit: no trigger notes the rows, and the log holds their ids alone.
create table undelivered (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  device_id text collate "C" not null,
  -- How the kiosk names it.
  ref text collate "C" not null,
  kind text not null,
  done_at timestamptz(3) not null,
  name text,
  company text,
  -- The answer that was refused; null where the refusal named none.
  field text,
  tries integer not null,
  -- What somebody decided: the kiosk learns it with its next report, and leaves the item out once it has done so. A new try that is
  -- refused again makes more `tries` than were known then, and the item waits for a decision again.
  decision text,
  decided_tries integer,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id),
  unique (company_id, device_id, ref)
);

-- On which earlier visits somebody signed what was not asked again when they showed a badge: the code of this visit's badge proves as
-- much as the one that was shown. Ids alone; it goes with the visit.
create table carried_signatures (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  signed_on text collate "C" not null,
  primary key (company_id, visit_id, signed_on)
);
