-- Watch lists: people to look at when they come. Names are found by their keys (server/platform/names/keys.ts) and compared in the
-- service; what makes a visit wait is its row in watch_checks.

alter table visit_types
  add column watchlist boolean not null default false,
  -- host, watchlist, both.
  add column screening_by text not null default 'host';

create table watchlists (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  name text not null,
  -- denied (holds), alert, vip.
  kind text not null,
  -- csv, ofac, eu, un, opensanctions; null: entries are only made one by one.
  format text,
  imported_at timestamptz(3),
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

-- One row for a location that has or had a list. Its version rises when more people are looked for.
create table watch_versions (
  company_id text collate "C" primary key,
  version integer not null,
  -- How many names there are.
  names integer not null default 0
);

create table watch_entries (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  list_id text collate "C" not null,
  names text[] not null,
  -- YYYY-MM-DD, or YYYY.
  born text,
  emails text[] not null default '{}',
  phones text[] not null default '{}',
  reason_code text not null,
  -- Sealed with the key of the service.
  note text,
  review_on text not null,
  -- What names it in the file it comes from.
  source_id text collate "C",
  user_id text,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

create unique index watch_entries_source on watch_entries (company_id, list_id, source_id);

-- The names of entries, by what they are found by.
create table watch_names (
  company_id text collate "C" not null,
  entry_id text collate "C" not null,
  n integer not null,
  words text[] not null,
  keys text[] not null,
  primary key (company_id, entry_id, n)
);

create index watch_names_keys on watch_names using gin (company_id, keys);

-- In how many names a word is: common ones count less.
create table watch_words (
  company_id text collate "C" not null,
  word text collate "C" not null,
  n integer not null,
  primary key (company_id, word)
);

create function count_watch_words() returns trigger
  language plpgsql as
$$
begin
  insert into watch_words as w (company_id, word, n)
    select company_id, word, count(*) * tg_argv[0]::integer from changed, unnest(words) word group by company_id, word order by company_id, word
    on conflict (company_id, word) do update set n = w.n + excluded.n;
  update watch_versions v set names = v.names + c.n
    from (select company_id, count(*) * tg_argv[0]::integer as n from changed group by company_id) c where v.company_id = c.company_id;
  return null;
end $$;

create trigger watch_names_added after insert on watch_names referencing new table as changed
  for each statement execute function count_watch_words('1');
create trigger watch_names_gone after delete on watch_names referencing old table as changed
  for each statement execute function count_watch_words('-1');

create function forget_watch_entries() returns trigger
  language plpgsql as
$$
begin
  delete from watch_names n using gone g where n.company_id = g.company_id and n.entry_id = g._id;
  delete from watch_pairs p using gone g where p.company_id = g.company_id and p.entry_id = g._id;
  return null;
end $$;

create trigger watch_entries_gone after delete on watch_entries referencing old table as gone
  for each statement execute function forget_watch_entries();

-- Whether a visit or registered visitor was compared. A visit waits for security while its outcome is held or unchecked. No names.
create table watch_checks (
  company_id text collate "C" not null,
  subject_id text collate "C" not null,
  -- clear, held, unchecked, released.
  outcome text not null,
  version integer not null,
  checked_at timestamptz(3) not null,
  primary key (company_id, subject_id)
);

create table watch_hits (
  company_id text collate "C" not null,
  _id text collate "C" not null,
  -- visit or registered_visitor.
  subject text not null,
  subject_id text collate "C" not null,
  entry_id text collate "C" not null,
  list_id text collate "C" not null,
  kind text not null,
  score real not null,
  -- The words and facts that were compared.
  parts jsonb not null,
  -- The digest of who was compared, made with the key of the service.
  person text collate "C" not null,
  algorithm integer not null,
  -- open, same, different, let_in, refused.
  state text not null default 'open',
  reason text,
  decided_by text,
  decided_at timestamptz(3),
  -- The administrators were emailed.
  told boolean not null default false,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  primary key (company_id, _id)
);

create unique index watch_hits_subject on watch_hits (company_id, subject_id, entry_id, person);
create index watch_hits_newest on watch_hits (company_id, create_date desc, _id);
create index watch_hits_untold on watch_hits (company_id) where not told;
create index watch_hits_old on watch_hits (create_date);

-- Who was found to be another person than an entry.
create table watch_pairs (
  company_id text collate "C" not null,
  entry_id text collate "C" not null,
  person text collate "C" not null,
  until timestamptz(3) not null,
  primary key (company_id, entry_id, person)
);

create index watch_pairs_until on watch_pairs (until);

-- The audit log says what was done to an entry or a hit, and nothing of the persons.
create trigger watchlists_note before insert or update or delete on watchlists
  for each row execute function note_row_change();
create trigger watch_entries_note before insert or update or delete on watch_entries
  for each row execute function note_row_change('-names', '-born', '-emails', '-phones', '-note', '-source_id');
create trigger watch_hits_note before update on watch_hits
  for each row execute function note_row_change('-subject_id', '-entry_id', '-list_id', '-parts', '-person', '-reason', '-score', '-told');
create trigger watchlists_keys after delete on watchlists referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();
create trigger watch_entries_keys after delete on watch_entries referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();
create trigger watch_hits_keys after delete on watch_hits referencing old table as deleted
  for each statement execute function forget_keys_of_deleted();
