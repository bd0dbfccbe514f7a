-- How far each schedule has come. Beat nodes compete for its row; it takes the place of task_tick, which nothing reads any more.
create table task_schedule (
  prefix   varchar(32)  not null,
  schedule varchar(128) not null,
  since_ms bigint       not null,  -- when a node first saw it
  last_ms  bigint       null,      -- the last tick that was sent
  primary key (prefix, schedule)
) engine = InnoDB;

insert into task_schedule (prefix, schedule, since_ms, last_ms)
select prefix, schedule, min(tick_ms), max(tick_ms) from task_tick group by prefix, schedule;

-- Covers the relays' question for what is due and the measure of what waits, however many rows are for later.
alter table task_outbox
  drop key task_outbox_next,
  add key task_outbox_next (prefix, next_ms, due_ms);
