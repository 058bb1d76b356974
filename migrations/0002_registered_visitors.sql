-- Registered visitors: people who are expected, and the visits that come from them.

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
  primary key (company_id, _id)
);

-- The span as it stands on the wire, or null for who is always expected: what is answered, filtered as text and sorted by.
create function span_json(low timestamptz, high timestamptz) returns json
  language plpgsql immutable parallel safe as
$$
begin
  if low is null and high is null then
    return null;
  end if;
  return json_strip_nulls(json_build_object('startDate', iso(low), 'endDate', iso(high)));
end $$;

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
  language plpgsql immutable parallel safe as
$$
declare
  parts text := concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.recipient, v.language_id);
begin
  if v.extra <> '{}' then
    parts := concat_ws(E'\x01', parts, (select string_agg(json_text(value), E'\x01') from jsonb_each(v.extra)));
  end if;
  return fold(parts);
end $$;

create function registered_visitors_derive() returns trigger
  language plpgsql as
$$
begin
  new.doc := registered_visitor_doc(new);
  new.search := registered_visitor_search(new);
  return new;
end $$;

create trigger registered_visitors_derive before insert or update on registered_visitors
  for each row execute function registered_visitors_derive();

create index registered_visitors_newest on registered_visitors (company_id, create_date desc, _id desc);
create index registered_visitors_search on registered_visitors using gin (company_id, search gin_trgm_ops);
create index registered_visitors_by_last_name on registered_visitors (company_id, (left(fold(last_name), 48) collate "C"), _id) where last_name is not null;
create index registered_visitors_by_company on registered_visitors (company_id, (left(fold(company), 48) collate "C"), _id) where company is not null;
create index registered_visitors_by_recipient on registered_visitors (company_id, (left(fold(recipient), 48) collate "C"), _id) where recipient is not null;

-- Whether a registered visitor is inside, asked at each of their sign-ins. Walk-ins have no entry.
create index visits_known on visits (company_id, known_visitor_id, signed_in desc) where known_visitor_id is not null;
