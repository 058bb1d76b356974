-- Whose visitors are whose: the address of the host of a visit or registered visitor, folded. It is the one that was given with
-- it, otherwise that of the host of its name, as server/platform/db/host-by-name.ts finds them.
create function host_address(location text, recipient text, mail text) returns text
  language plpgsql stable parallel safe as
$$
begin
  if btrim(mail) <> '' then
    return fold_case(btrim(mail));
  end if;
  if recipient is null then
    return null;
  end if;
  return (select fold_case(h.mail) from hosts h where h.company_id = location and not h.hidden
    and hashtextextended(host_name(h.cn), 0) = hashtextextended(host_name(recipient), 0) and host_name(h.cn) = host_name(recipient)
    order by h.cn <> recipient, h.n limit 1);
end $$;

-- Of records as JSON: registered visitors keep the address among their own keys, series and groups what their persons share.
create function host_address(location text, record jsonb) returns text
  language sql stable parallel safe as
$$ select host_address(location, record ->> 'recipient', record ->> 'recipient_mail') $$;

update companies set settings = settings || '{"employees_see": "all"}';
