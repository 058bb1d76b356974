-- What the tables are made with: how texts are compared and sorted, and how values are written as JSON.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Folding must know É and Ü whatever the server's own collation is. PostgreSQL 17 and newer bring a provider of their own;
-- older ones use ICU.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    create collation foyer_fold (provider = builtin, locale = 'C.UTF-8');
  else
    create collation foyer_fold (provider = icu, locale = 'und');
  end if;
end $$;

-- Names as people sort them: case and accents ignored. Only for ORDER BY, never for an index (an index would depend on the ICU version).
create collation foyer_name (provider = icu, locale = 'und-u-ks-level1');

-- Replaces letters by their spelling. `any_letter` is the class of these letters.
create function spell_out(value text, any_letter text, spellings jsonb) returns text
  language plpgsql immutable strict parallel safe as
$$
declare
  letter text;
begin
  loop
    letter := substring(value from any_letter);
    exit when letter is null;
    value := replace(value, letter, spellings ->> letter);
  end loop;
  return value;
end $$;

-- A decomposed text without case: letters whose case folding is not their small letter are spelt out.
create function without_case(value text) returns text
  language sql immutable strict parallel safe
  return spell_out(lower(value collate foyer_fold), '[ςſµϐϑϕϖϰϱϵᲀᲁᲂᲃᲄᲅᲆᲇᲈßŉẚևﬀﬁﬂﬃﬄﬅﬆﬓﬔﬕﬖﬗ\u0345]',
    '{"ς": "σ", "ſ": "s", "µ": "μ", "ϐ": "β", "ϑ": "θ", "ϕ": "φ", "ϖ": "π", "ϰ": "κ", "ϱ": "ρ", "ϵ": "ε", "ᲀ": "в", "ᲁ": "д",
      "ᲂ": "о", "ᲃ": "с", "ᲄ": "т", "ᲅ": "т", "ᲆ": "ъ", "ᲇ": "ѣ", "ᲈ": "ꙋ", "ß": "ss", "ŉ": "ʼn", "ẚ": "aʾ", "և": "եւ",
      "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st", "ﬓ": "մն", "ﬔ": "մե", "ﬕ": "մի",
      "ﬖ": "վն", "ﬗ": "մխ", "\u0345": "ι"}');

-- A text without case: NFC and full case folding. For most texts that is their small letters, which is cheaper.
create function fold_case(value text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = length(value)
      or value is nfc normalized and value !~ '[ςſµϐϑϕϖϰϱϵᲀ-ᲈßŉẚևﬀ-ﬗΣẞİẛ\u0300-\u036f\u1f80-\u1fff]' then lower(value collate foyer_fold)
    else normalize(without_case(normalize(value, NFD)), NFC)
  end;

-- Marks, characters without a width, hyphens, apostrophes and points within words.
create function unheard() returns text
  language sql immutable parallel safe
  return '['
    '\u0027\u002d\u0060\u00ad\u00b7\u02b9-\u02bf\u02c8\u02ca\u02cb\u0300-\u036f\u0483-\u0489\u055a\u058a\u0591-\u05bf'
    '\u05c1\u05c2\u05c4\u05c5\u05c7\u05f3\u0600-\u0605\u0610-\u061a\u061c\u0640\u064b-\u065f\u0670\u06d6-\u06dd\u06df-\u06e4'
    '\u06e7\u06e8\u06ea-\u06ed\u070f\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd\u0816-\u0819\u081b-\u0823'
    '\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0890-\u089f\u08ca-\u0903\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962\u0963'
    '\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u09e2\u09e3\u09fe-\u0a03\u0a3c-\u0a51\u0a70\u0a71\u0a75\u0a81-\u0a83\u0abc'
    '\u0abe-\u0acd\u0ae2\u0ae3\u0afa-\u0b03\u0b3c\u0b3e-\u0b57\u0b62\u0b63\u0b82\u0bbe-\u0bcd\u0bd7\u0c00-\u0c04\u0c3c'
    '\u0c3e-\u0c56\u0c62\u0c63\u0c81-\u0c83\u0cbc\u0cbe-\u0cd6\u0ce2\u0ce3\u0cf3-\u0d03\u0d3b\u0d3c\u0d3e-\u0d4d\u0d57'
    '\u0d62\u0d63\u0d81-\u0d83\u0dca-\u0ddf\u0df2\u0df3\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece'
    '\u0f18\u0f19\u0f35\u0f37\u0f39\u0f3e\u0f3f\u0f71-\u0f84\u0f86\u0f87\u0f8d-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059'
    '\u105e-\u1060\u1062-\u1064\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1400\u1712-\u1715'
    '\u1732-\u1734\u1752\u1753\u1772\u1773\u17b4-\u17d3\u17dd\u1806\u180b-\u180f\u1885\u1886\u18a9\u1920-\u193b\u1a17-\u1a1b'
    '\u1a55-\u1a7f\u1ab0-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2'
    '\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff\u200b-\u2015\u2018-\u201b\u2027\u202a-\u202e\u2032\u2035\u2043'
    '\u2060-\u206f\u20d0-\u20f0\u2212\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u2e5d\u301c\u302a-\u3030'
    '\u3099\u309a\u30a0\ua66f-\ua672\ua674-\ua67d\ua69e\ua69f\ua6f0\ua6f1\ua78c\ua802\ua806\ua80b\ua823-\ua827\ua82c'
    '\ua880\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36'
    '\uaa43\uaa4c\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4\uaab7\uaab8\uaabe\uaabf\uaac1\uaaeb-\uaaef\uaaf5\uaaf6\uabe3-\uabea'
    '\uabec\uabed\ufb1e\ufe00-\ufe0f\ufe20-\ufe2f\ufe31\ufe32\ufe58\ufe63\ufeff\uff07\uff0d\ufff9-\ufffb\U000101fd\U000102e0'
    '\U00010376-\U0001037a\U00010a01-\U00010a0f\U00010a38-\U00010a3f\U00010ae5\U00010ae6\U00010d24-\U00010d27'
    '\U00010d69-\U00010d6e\U00010eab-\U00010ead\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85'
    '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073\U00011074\U0001107f-\U00011082\U000110b0-\U000110ba'
    '\U000110bd\U000110c2-\U000110cd\U00011100-\U00011102\U00011127-\U00011134\U00011145\U00011146\U00011173'
    '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce\U000111cf\U0001122c-\U00011237\U0001123e'
    '\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b\U0001133c\U0001133e-\U0001134d\U00011357'
    '\U00011362-\U00011374\U000113b8-\U000113d0\U000113d2\U000113e1\U000113e2\U00011435-\U00011446\U0001145e'
    '\U000114b0-\U000114c3\U000115af-\U000115c0\U000115dc\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7'
    '\U0001171d-\U0001172b\U0001182c-\U0001183a\U00011930-\U0001193e\U00011940\U00011942\U00011943\U000119d1-\U000119e0'
    '\U000119e4\U00011a01-\U00011a0a\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b'
    '\U00011a8a-\U00011a99\U00011b60-\U00011b67\U00011c2f-\U00011c3f\U00011c92-\U00011cb6\U00011d31-\U00011d45\U00011d47'
    '\U00011d8a-\U00011d97\U00011ef3-\U00011ef6\U00011f00\U00011f01\U00011f03\U00011f34-\U00011f42\U00011f5a'
    '\U00013430-\U00013440\U00013447-\U00013455\U0001611e-\U0001612f\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f'
    '\U00016f51-\U00016f92\U00016fe4-\U00016ff1\U0001bc9d\U0001bc9e\U0001bca0-\U0001bca3\U0001cf00-\U0001cf46'
    '\U0001d165-\U0001d169\U0001d16d-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
    '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001daaf\U0001e000-\U0001e02a\U0001e08f'
    '\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee\U0001e5ef\U0001e6e3\U0001e6e6'
    '\U0001e6ee\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a\U000e0001-\U000e01ef'
    ']';

-- A text without what people don't type or hear, either. Blanks of all kinds become spaces.
create function fold_letters(value text) returns text
  language sql immutable strict parallel safe
  return regexp_replace(
    spell_out(regexp_replace(without_case(normalize(replace(value, '´', ''), NFKD)), unheard(), '', 'g'), '[æœþøłđðħŧŋıȷĸəɛɔɨʉɓɗƙƒɣɖɲƴةىیک]',
      '{"æ": "ae", "œ": "oe", "þ": "th", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ŧ": "t", "ŋ": "n", "ı": "i",
      "ȷ": "j", "ĸ": "k", "ə": "e", "ɛ": "e", "ɔ": "o", "ɨ": "i", "ʉ": "u", "ɓ": "b", "ɗ": "d", "ƙ": "k", "ƒ": "f", "ɣ": "g",
      "ɖ": "d", "ɲ": "n", "ƴ": "y", "ة": "ه", "ى": "ي", "ی": "ي", "ک": "ك"}'),
    '[\s\u0085\u1680\u2028\u2029]', ' ', 'g');

create function fold_for_search(value text) returns text
  language sql immutable strict parallel safe
  return case
    when octet_length(value) = length(value) then translate(lower(value collate "C"), E'\t\n\x0b\f\r''`-', '     ')
    else fold_letters(value)
  end;

-- The letters of a name, by which a visitor who is expected is recognised.
create function name_letters(value text) returns text
  language sql immutable parallel safe
  return replace(fold_for_search(coalesce(value, '')), ' ', '');

-- Whether a visitor has the name that was typed: the letters of both names together, given and family name in either order; one
-- name alone is enough for a visitor who has only one.
create function same_name(first_name text, last_name text, typed_first text, typed_last text) returns boolean
  language sql immutable parallel safe
  return name_letters(typed_first || typed_last) <> ''
    and name_letters(first_name) || name_letters(last_name)
      in (name_letters(typed_first) || name_letters(typed_last), name_letters(typed_last) || name_letters(typed_first))
    and (name_letters(typed_first) <> '' and name_letters(typed_last) <> ''
      or name_letters(first_name) = '' or name_letters(last_name) = '');

-- A name of a host as a visit's `recipient` means it: without case, with single blanks (rules 4.3).
create function host_name(value text) returns text
  language sql immutable strict parallel safe
  return btrim(regexp_replace(fold_case(value), '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g'));

create function iso(value timestamptz) returns text
  language plpgsql immutable strict parallel safe as
$$ begin return to_char(value at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'); end $$;

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

create function day_of(value timestamptz) returns date
  language sql immutable strict parallel safe
  return (value at time zone 'UTC')::date;

-- JSON text without the spaces that jsonb puts in.
create function json_compact(value jsonb) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  case jsonb_typeof(value)
    when 'array' then
      return '[' || coalesce((select string_agg(json_compact(item), ',' order by n)
                                from jsonb_array_elements(value) with ordinality as a (item, n)), '') || ']';
    when 'object' then
      return '{' || coalesce((select string_agg(to_json(key)::text || ':' || json_compact(item), ',' order by n)
                                from jsonb_each(value) with ordinality as o (key, item, n)), '') || '}';
    else
      return value::text;
  end case;
end $$;

-- The text a filter compares (rules 2): the string itself, or the JSON text of anything else; null is no value.
create function json_text(value jsonb) returns text
  language plpgsql immutable strict parallel safe as
$$
begin
  case jsonb_typeof(value)
    when 'string' then return value #>> '{}';
    when 'null' then return null;
    when 'array', 'object' then return json_compact(value);
    else return value::text;
  end case;
end $$;

-- The texts of a record's own keys, with a mark between them.
create function extra_texts(extra jsonb) returns text
  language plpgsql immutable parallel safe as
$$
begin
  if extra = '{}' then
    return null;
  end if;
  return (select string_agg(json_text(value), E'\x01') from jsonb_each(extra));
end $$;

-- The instant a stored text names, or null: dates in extra keys are texts that only a range filter reads as dates.
create function instant_of(value text) returns timestamptz
  language plpgsql immutable strict parallel safe as
$$
begin
  if value !~ '^\d{4}-\d{2}-\d{2}[Tt]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?([Zz]|[+-]\d{2}(:?\d{2})?)?$' then
    return null;
  end if;
  return date_trunc('milliseconds',
    (replace(value, ',', '.') || case when value ~ '([Zz]|[+-]\d{2}(:?\d{2})?)$' then '' else 'Z' end)::timestamptz);
exception when others then
  return null;
end $$;

-- Whether a stored text is a date in [low, high). A plain date is the start of that day in the location's zone, so the caller
-- gives the first dates at or after each bound; absent bounds are open.
create function date_in_range(value text, low timestamptz, high timestamptz, low_date text, high_date text) returns boolean
  language plpgsql immutable parallel safe as
$$
declare
  at timestamptz;
begin
  if value ~ '^\d{4}-\d{2}-\d{2}$' then
    begin
      perform value::date;
    exception when others then
      return false;
    end;
    return (low_date is null or value collate "C" >= low_date collate "C")
       and (high_date is null or value collate "C" < high_date collate "C");
  end if;
  at := instant_of(value);
  return at is not null and (low is null or at >= low) and (high is null or at < high);
end $$;
