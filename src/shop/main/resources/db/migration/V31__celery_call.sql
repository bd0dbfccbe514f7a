-- Tasks that were sent to workers of Celery's and have not ended there, so that their end gets into the history and a cancel reaches them.
create table celery_call (
  prefix  varchar(32)  not null,
  task_id varchar(64)  not null,
  name    varchar(128) not null,
  queue   varchar(255) not null,  -- at the broker
  sent_ms bigint       not null,
  next_ms bigint       not null,  -- when a worker looks again how it stands
  told_ms bigint       null,      -- when it was said that the broker has no such queue
  primary key (prefix, task_id),
  key celery_call_next (prefix, next_ms)
) engine = InnoDB;
