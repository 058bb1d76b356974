-- `last_visit` of a registered visitor is the service's from now on: a key of that name that an integrator made up keeps its value under
-- another one.
update registered_visitors
  set extra = (extra - 'last_visit') || jsonb_build_object('last_visit2', coalesce(extra -> 'last_visit2', extra -> 'last_visit'))
  where extra ? 'last_visit';
