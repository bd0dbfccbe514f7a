-- Tasks that wait for tasks. Times in epoch milliseconds. Rows go when a workflow has ended a while ago.
create table workflow (
  number      bigint      not null auto_increment primary key,
  prefix      varchar(32) not null,
  workflow_id varchar(64) not null,
  state       varchar(16) not null,  -- RUNNING, FAILURE, SUCCESS, CANCELLED
  failed      int         not null,  -- how many of its steps are among the dead
  shape       mediumtext  not null,  -- how chains and groups contain each other, as JSON
  started_ms  bigint      not null,
  changed_ms  bigint      not null,
  ended_ms    bigint      null,
  unique key workflow_id (prefix, workflow_id),
  key workflow_changed (prefix, state, changed_ms)
) engine = InnoDB;

-- What steps wait for: each waits for one gate and, once it is done, counts down one gate. A gate opens at 0.
create table workflow_gate (
  workflow bigint not null,
  gate     int    not null,
  missing  int    not null,
  primary key (workflow, gate)
) engine = InnoDB;

create table workflow_step (
  workflow   bigint       not null,
  step       int          not null,  -- in the order of writing
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  waits_for  int          not null,  -- a gate; below 0: none that ever opens
  opens      int          not null,  -- a gate; below 0: none
  state      varchar(16)  not null,  -- WAITING, SENT, SUCCESS, FAILURE, CANCELLED, EXPIRED
  name       varchar(128) not null,  -- of the task; empty for one that only joins what is before it to what is after it
  request    mediumtext   null,      -- the task to send, as JSON; null when it was
  result     mediumtext   null,
  error      varchar(500) null,
  changed_ms bigint       not null,
  primary key (workflow, step),
  unique key workflow_step_task (prefix, task_id),
  key workflow_step_waits (workflow, waits_for),
  key workflow_step_opens (workflow, opens)
) engine = InnoDB;

-- Ids of tasks that committed together with their effects, so that none has its effects twice.
create table task_once (
  prefix  varchar(32)  not null,
  task_id varchar(64)  not null,
  name    varchar(128) not null,
  result  mediumtext   null,
  done_ms bigint       not null,
  primary key (prefix, task_id, name),
  key task_once_done (prefix, done_ms)
) engine = InnoDB;

-- Dead tasks are looked for by name and by time, and those that were decided about go after a while.
alter table task_dead
  add key task_dead_name (prefix, status, name, id),
  add key task_dead_died (prefix, status, died_ms),
  add key task_dead_changed (prefix, status, changed_ms);
