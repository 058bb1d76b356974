-- Failed deliveries that are to be sent again, in the order in which they failed. What is sent again leaves the queue before the
-- call: one whose process ends meanwhile stays failed in the list of deliveries, and is not sent twice.
create table webhook_replays (
  company_id text collate "C" not null,
  -- Of the delivery (deliveries.n).
  n bigint not null,
  delivery_id text collate "C" not null,
  queued timestamptz(3) not null,
  primary key (company_id, n)
);
