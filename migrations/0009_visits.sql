create table visits (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  first_name text,
  last_name text,
  company text,
  email text,
  phone text,
  address text,
  zip_code text,
  city text,
  recipient text,
  recipient_mail text,
  visit_type text collate "C",
  entrypoint_id text collate "C",
  known_visitor_id text collate "C",
  signed_in timestamptz(3) not null,
  signed_out timestamptz(3),
  signed_in_source smallint not null,
  signed_out_source smallint,
  approval text,
  safe boolean not null default false,
  user_id text,
  signed_in_user text,
  signed_out_user text,
  language_id text,
  agreements jsonb not null default '[]',
  extra jsonb not null default '{}',
  client_ref text,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  doc text not null,
  primary key (company_id, _id)
);

create index visits_log on visits (company_id, signed_in desc, _id desc);
create index visits_inside on visits (company_id, signed_in desc) where signed_out is null;
create index visits_out on visits (company_id, signed_out) where signed_out is not null;
create unique index visits_client_ref on visits (company_id, client_ref) where client_ref is not null;
-- Whether a registered visitor is inside, asked at each of their sign-ins. Walk-ins have no entry.
create index visits_known on visits (company_id, known_visitor_id, signed_in desc) where known_visitor_id is not null;

create trigger visits_keys after delete on visits referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- The list form of a visit as JSON text, in the order of interface 2.1. agreements, photo and signature are not in it.
create function visit_doc(v visits) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', v._id, 'company_id', v.company_id,
    'first_name', v.first_name, 'last_name', v.last_name, 'company', v.company, 'email', v.email, 'phone', v.phone,
    'address', v.address, 'zip_code', v.zip_code, 'city', v.city,
    'recipient', v.recipient, 'recipient_mail', v.recipient_mail,
    'visit_type', v.visit_type, 'entrypoint_id', v.entrypoint_id, 'known_visitor_id', v.known_visitor_id,
    'signed_in', iso(v.signed_in), 'signed_out', iso(v.signed_out),
    'signed_in_source', v.signed_in_source, 'signed_out_source', v.signed_out_source,
    'approval', v.approval, 'safe', v.safe,
    'user_id', v.user_id, 'signed_in_user', v.signed_in_user, 'signed_out_user', v.signed_out_user,
    'language_id', v.language_id, 'create_date', iso(v.create_date), 'mod_date', iso(v.mod_date)));
begin
  if v.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(v.extra::text, 2);
end $$;

-- Stable, as `concat_ws` is: so the planner puts its expression into the statement, and no function is called for each row.
create function visit_search(v visits) returns text
  language sql stable parallel safe as
$$ select fold_for_search(concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.address, v.zip_code, v.city, v.recipient, v.recipient_mail, v.language_id, extra_texts(v.extra))) $$;

create function visits_derive() returns trigger
  language plpgsql as
$$
begin
  new.doc := visit_doc(new);
  return new;
end $$;

-- Their agreements are not in the doc of visits. A new visit is what its insert returns, and needs no note: sign-ins are many.
-- A removed one is erased, so nothing of it is noted.
create function visits_note_change() returns trigger
  language plpgsql as
$$
begin
  perform note_change(new._id, left(old.doc, -1) || ',"agreements":' || old.agreements::text || '}',
    left(new.doc, -1) || ',"agreements":' || new.agreements::text || '}');
  return new;
end $$;

create table visit_images (
  company_id text collate "C" not null,
  visit_id text collate "C" not null,
  photo text,
  signature text,
  primary key (company_id, visit_id)
);

-- What is left of an erased visit: enough for the counters, and nothing of the person. Times are cut to 15 minutes.
create table erased_visits (
  company_id text collate "C" not null,
  signed_in timestamptz not null,
  signed_out timestamptz,
  visit_type text collate "C",
  entrypoint_id text collate "C"
);

create index erased_visits_in on erased_visits (company_id, signed_in);
create index erased_visits_out on erased_visits (company_id, signed_out) where signed_out is not null;

create table visitor_numbers (
  company_id text collate "C" primary key,
  last integer not null
);

-- What kiosks and phones have sent: each reference is done once, for ever, also when its visit was erased since. Ids alone.
create table client_refs (
  company_id text collate "C" not null,
  ref text collate "C" not null,
  act text not null,
  visit_id text collate "C" not null,
  -- How the visitor was recognised, and which fields an answer about it may show ('*': all). It stands beside the reference, which
  -- the visit names in client_ref.
  how text not null default 'unknown',
  shown text[] not null default '{}',
  primary key (company_id, ref)
);

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

create trigger visits_derive before insert or update on visits
  for each row execute function visits_derive();

create trigger visits_note before update on visits
  for each row execute function visits_note_change();
