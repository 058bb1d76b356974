-- A visit finds its host by full name, whatever its case, its blanks and its form of accents (rules 4.3). A function of
-- its own: what an index is built on must not change with the folding of lists.

create function host_name(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(
    replace(translate(lower(normalize(value, NFC) collate foyer_fold), 'ς', 'σ'), 'ß', 'ss'),
    '[[:space:]\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));

-- By a hash of the name: a name may be longer than an index entry.
create index hosts_by_host_name on hosts (company_id, hashtextextended(host_name(cn), 0));
drop index hosts_by_name;
