create table hosts (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  -- Of namesakes the first one counts; two may be made within one millisecond.
  n bigint generated always as identity,
  cn text not null,
  mail text,
  mobile text,
  telephone_number text,
  sticky boolean not null default false,
  external boolean not null default false,
  extra jsonb not null default '{}',
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  doc text not null,
  primary key (company_id, _id)
);

-- By a hash of the name: a name may be longer than an index entry.
create index hosts_by_host_name on hosts (company_id, hashtextextended(host_name(cn), 0));

create trigger hosts_note before insert or update or delete on hosts
  for each row execute function note_doc_change();
create trigger hosts_keys after delete on hosts referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();

create function host_doc(h hosts) returns text
  language plpgsql immutable parallel safe as
$$
declare
  doc text := json_strip_nulls(json_build_object(
    '_id', h._id, 'company_id', h.company_id, 'cn', h.cn, 'mail', h.mail, 'mobile', h.mobile,
    'telephoneNumber', h.telephone_number, 'sticky', h.sticky, 'external', h.external,
    'create_date', iso(h.create_date), 'mod_date', iso(h.mod_date)));
begin
  if h.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(h.extra::text, 2);
end $$;

create function hosts_derive() returns trigger
  language plpgsql as
$$ begin new.doc := host_doc(new); return new; end $$;

create trigger hosts_derive before insert or update on hosts
  for each row execute function hosts_derive();
