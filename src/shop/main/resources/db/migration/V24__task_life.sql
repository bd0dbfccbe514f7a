-- A task that is sent under a chosen id is a life of its own: tasks that share an id are told apart by the number of their
-- sending, which is 0 where nobody chose the id.
alter table task_run
  add column life bigint not null default 0,
  drop key task_run_id,
  add unique key task_run_id (prefix, task_id, life);

alter table task_attempt
  add column life bigint not null default 0;

-- Of two that die under one id and name, only those with the very same body are one row, which counts them.
alter table task_dead
  add column life    bigint   not null default 0,
  add column content char(32) character set ascii collate ascii_bin not null default '',  -- the first half of the body's SHA-256
  add column times   int      not null default 1;

update task_dead set content = left(sha2(body, 256), 32);

alter table task_dead
  drop key task_dead_once,
  add unique key task_dead_once (prefix, task_id, name, life, replays, content);
