-- Own texts of notifications, per visit type: { <key>: { <language>: text } }; without one ours is sent.

alter table visit_types add column notification_texts jsonb not null default '{}';
