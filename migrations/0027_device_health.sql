-- What a kiosk last said of its device: battery, storage, camera, printer, clock, screen (docs/kiosks.md). Written with a heartbeat.
alter table devices add column health jsonb;
