-- The registered visitors whom the leader of a group named through the link of their own invitation, and can take back.
alter table visit_groups add column named_by_leader text[] not null default '{}';
