-- The texts that a search looks in are read from the columns of a visit, not kept beside them once more: filters and words are found
-- among the values (0024), and only the visits that these leave are tested (docs/decisions/0049-search-of-visits.md).

create function extra_texts(extra jsonb) returns text
  language plpgsql immutable parallel safe as
$$
begin
  if extra = '{}' then
    return null;
  end if;
  return (select string_agg(json_text(value), E'\x01') from jsonb_each(extra));
end $$;

-- Stable, as `concat_ws` is: so the planner puts its expression into the statement, and no function is called for each row.
create or replace function visit_search(v visits) returns text
  language sql stable parallel safe as
$$ select fold(concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.address, v.zip_code, v.city, v.recipient,
  v.recipient_mail, v.language_id, extra_texts(v.extra))) $$;

create or replace function registered_visitor_search(v registered_visitors) returns text
  language sql stable parallel safe as
$$ select fold(concat_ws(E'\x01', v.first_name, v.last_name, v.company, v.email, v.phone, v.recipient, v.language_id, extra_texts(v.extra))) $$;

create or replace function visits_derive() returns trigger
  language plpgsql as
$$
begin
  new.doc := visit_doc(new);
  return new;
end $$;

alter table visits drop column search;
