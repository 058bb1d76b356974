-- Erased ids are also written to a file beside the backups, so that they outlive the database (docs/decisions/0023-backup.md).
-- `noted` says which are there already: a row without it is written within a minute.

alter table erasures add column noted timestamptz;

create index erasures_unnoted on erasures (company_id) where noted is null;
