-- Registered visitors: people who are expected, and what they gave before their visit.

create table registered_visitors (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  visit_type text collate "C",
  first_name text,
  last_name text,
  company text,
  email text,
  phone text,
  recipient text,
  -- When they are expected: [from, to). One bound alone is open-ended, two equal ones are that moment, none is always.
  visiting_from timestamptz(3),
  visiting_to timestamptz(3),
  -- Kept by retention.
  persistent boolean not null default false,
  entrypoint_id text collate "C",
  language_id text,
  status text not null default 'created',
  invited_date timestamptz(3),
  preregistered_date timestamptz(3),
  extra jsonb not null default '{}',
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  doc text not null,
  search text not null,
  -- Links and codes of invitations carry a number, and hold while it is the visitor's: a changed email address counts it up.
  invitation_round integer not null default 0,
  primary key (company_id, _id)
);

create index registered_visitors_newest on registered_visitors (company_id, create_date desc, _id desc);
create index registered_visitors_search on registered_visitors using gin (company_id, search gin_trgm_ops);
create index registered_visitors_by_last_name on registered_visitors (company_id, (left(fold_case(last_name), 48) collate "C"), _id) where last_name is not null;
create index registered_visitors_by_company on registered_visitors (company_id, (left(fold_case(company), 48) collate "C"), _id) where company is not null;
create index registered_visitors_by_recipient on registered_visitors (company_id, (left(fold_case(recipient), 48) collate "C"), _id) where recipient is not null;

create trigger registered_visitors_note before insert or update on registered_visitors
  for each row execute function note_doc_change();
create trigger registered_visitors_keys after delete on registered_visitors referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

-- The whole record as JSON text: lists and single reads show the same.
create function registered_visitor_doc(v registered_visitors) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', v._id, 'company_id', v.company_id, 'visit_type', v.visit_type,
    'first_name', v.first_name, 'last_name', v.last_name, 'company', v.company, 'email', v.email, 'phone', v.phone,
    'recipient', v.recipient, 'visiting_on', span_json(v.visiting_from, v.visiting_to), 'persistent', v.persistent,
    'entrypoint_id', v.entrypoint_id, 'language_id', v.language_id,
    'status', v.status, 'invited_date', iso(v.invited_date), 'preregistered_date', iso(v.preregistered_date),
    'create_date', iso(v.create_date), 'mod_date', iso(v.mod_date)));
begin
  if v.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(v.extra::text, 2);
end $$;

-- As visit_search: all texts a person may be looked for by, folded, for the trigram index.
create function registered_visitor_search(v registered_visitors) returns text
  language sql stable parallel safe as
$$ select fold_for_search(concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.recipient, v.language_id, extra_texts(v.extra))) $$;

create function registered_visitors_derive() returns trigger
  language plpgsql as
$$
begin
  new.doc := registered_visitor_doc(new);
  new.search := registered_visitor_search(new);
  return new;
end $$;

-- What a visitor gave before the visit besides answers, which stand on the registered visitor. It moves to the visit.
create table preregistrations (
  company_id text collate "C" not null,
  registered_visitor_id text collate "C" not null,
  -- [{ _id, version, language, signed_at }]
  agreements jsonb not null default '[]',
  signature text,
  signed_name text,
  photo text,
  saved_at timestamptz(3) not null,
  primary key (company_id, registered_visitor_id)
);

-- How many invitations a location queued at once and when, for the cap of a rolling day. Apart from the messages: these go when
-- their visitor is erased, and the cap must not open again by that.
create table invitations_queued (
  company_id text collate "C" not null,
  at timestamptz(3) not null,
  n integer not null
);

create index invitations_queued_at on invitations_queued (company_id, at);

-- The UID of a calendar entry must never change. It ends in the domain of the sender, and is kept with its emails; earlier ones
-- ended in the host of PUBLIC_URL, which is noted here at the first start, before it can move.
create table earlier_calendar_host (
  one boolean primary key default true check (one),
  host text not null
);

-- One request a record; it goes with what is erased.
create table erasure_requests (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  subject text not null,
  subject_id text collate "C" not null,
  state text not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  primary key (company_id, _id),
  unique (company_id, subject_id)
);

create trigger erasure_requests_note before insert or update on erasure_requests
  for each row execute function note_row_change();
create trigger erasure_requests_keys after delete on erasure_requests referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create trigger registered_visitors_derive before insert or update on registered_visitors
  for each row execute function registered_visitors_derive();
