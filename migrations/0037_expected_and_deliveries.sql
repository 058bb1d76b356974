-- The letters of a name, for "I'm expected": apostrophes, hyphens, soft hyphens, zero-width characters and blanks of every kind
-- are left out, and special letters are spelt out; case and accents are left to the collation foyer_same.
create function name_letters(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    replace(replace(replace(replace(
      translate(lower(value collate foyer_fold), 'łøđðıħ', 'loddih'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
    '[\s\u0085\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff\u00ad\u034f\u061c''\u2018-\u201b`\u00b4\u02b9-\u02bd\u2032\u2035\uff07\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d]',
    '', 'g');

-- Whether a visitor has the name that was typed: the letters of both names together, given and family name in either order; one
-- name alone is enough for a visitor who has only one.
create function same_name(first_name text, last_name text, typed_first text, typed_last text) returns boolean
  language sql immutable parallel safe
  return name_letters(typed_first || typed_last) <> ''
    and name_letters(coalesce(first_name, '') || coalesce(last_name, '')) collate foyer_same
      in (name_letters(typed_first || typed_last), name_letters(typed_last || typed_first))
    and (name_letters(typed_first) <> '' and name_letters(typed_last) <> ''
      or name_letters(coalesce(first_name, '')) = '' or name_letters(coalesce(last_name, '')) = '');

-- The visit types that ask for no name (shared/asks-name.ts): their visits are deliveries, and no persons.
create function delivery_types(location text) returns setof text
  language sql stable parallel safe
begin atomic
  select _id from visit_types where company_id = location
    and not fields @? '$[*] ? ((@.field_name == "first_name" || @.field_name == "last_name") && @.visible == true)';
end;

-- After so many minutes a visit of this type signs out by itself; null: never.
alter table visit_types add column ends_after_minutes integer;
