-- Why there was no response, for programs: `error` is a sentence for people. Unknown for deliveries made before.
alter table deliveries add column error_code text;
