-- Applications of an identity provider's directory whose tokens are accepted (interface 5.8). Nothing secret is stored.

create table idp_credentials (
  _id text collate "C" primary key,
  name text not null,
  tenant_id text collate "C" not null,
  client_id text collate "C" not null,
  companies text[] not null,
  create_date timestamptz(3) not null,
  mod_date timestamptz(3) not null,
  rev integer not null default 1,
  -- A token names both: they say whose it is.
  unique (tenant_id, client_id)
);
