-- Which node runs a suspect, so that a run that still goes on does not count as one that killed its process; and which attempts ended
-- though the broker had taken their messages back, so that what it hands out again is not run twice.
alter table task_suspect
  add column node     varchar(128) null,
  add column attempt  varchar(40)  null,  -- life/replays/retries
  add column ended_ms bigint       null;
