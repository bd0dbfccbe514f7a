-- Relays take what is due queue by queue, so that a queue that refuses holds up its own rows only.
-- Headers as large as the broker's may wait here, too.
alter table task_outbox
  modify headers mediumtext not null,
  add key task_outbox_queue (prefix, queue, next_ms, due_ms);
