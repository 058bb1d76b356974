-- An API key may have less than an administrator. Those there are keep what they had.
alter table api_keys
  add column role text not null default 'local_admin',
  add column scopes text[] not null default '{}';
