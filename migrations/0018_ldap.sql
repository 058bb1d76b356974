-- Directories that Foyer reads itself: the password that it logs in with, sealed with the service's key, and how the last reading went.
alter table directories
  add column secret text,
  add column last_try timestamptz(3),
  -- Why the last reading was not applied: in a sentence, and by its kind; null if it was.
  add column last_error text,
  add column last_error_code text,
  -- When it is read next; null until it was synced once by a person.
  add column next_try timestamptz(3);

create or replace trigger directories_note before insert or update or delete on directories
  for each row execute function note_row_change('-secret', '-last_try', '-last_error', '-last_error_code', '-next_try');
