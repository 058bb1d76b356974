-- Whether the event of a failed delivery has arrived since, by a resend.
create index deliveries_delivered on deliveries (company_id, event_id, n) where state = 'delivered';
