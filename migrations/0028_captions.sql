-- The captions of an agreement's video by language, as WebVTT; null without any. With the agreement, not with its versions: they are
-- no content that is signed (docs/decisions/0042-what-visitors-sign.md). Long texts: the log notes them by their SHA-256.
alter table agreements add column captions jsonb;
drop trigger agreements_note on agreements;
create trigger agreements_note before insert or update or delete on agreements
  for each row execute function note_row_change('#captions');
