-- Who decides about a user's visitors while the user is away: another user (one who is gone decides nothing), from a moment until another.
alter table users add column stand_in text collate "C";
alter table users add column stand_in_from timestamptz(3);
alter table users add column stand_in_until timestamptz(3);

create index users_by_stand_in on users (stand_in) where stand_in is not null;

-- The addresses of the hosts whose visitors are a user's own at a moment, folded: theirs, and those they stand in for.
create function own_addresses(id text, at timestamptz) returns text[]
  language sql stable parallel safe as
$$ select array(select fold_case(email) from users
  where _id = id or (stand_in = id and stand_in_from <= at and stand_in_until > at) order by 1) $$;
