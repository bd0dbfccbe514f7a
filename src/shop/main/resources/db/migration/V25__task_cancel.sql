-- A task that waits in the outbox for its time is found there by its id. Those that are to go at once have none here, so that
-- they do not pay for it.
alter table task_outbox
  add column task_id varchar(64) null,
  add key task_outbox_task (prefix, task_id);

update task_outbox set task_id = left(json_unquote(json_extract(headers, '$.id')), 64)
 where due_ms > unix_timestamp() * 1000;

-- Which of the tasks of an id was called off: those whose life is not above this one. What workers read each time, and what is
-- deleted, are ranges of an index.
alter table task_cancel
  add column life bigint not null default 0,
  drop key task_cancel_asked,
  add key task_cancel_asked (prefix, asked_ms, life),
  add key task_cancel_ended (prefix, ended_ms);

alter table task_suspect
  add key task_suspect_changed (prefix, changed_ms);

-- Of a result that is too large to be handed on, only its size is kept.
alter table workflow_step
  add column result_size int null;

-- Nothing writes or reads it since V12.
drop table task_tick;
