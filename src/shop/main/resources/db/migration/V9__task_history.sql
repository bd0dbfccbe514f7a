-- What became of tasks. Times in epoch milliseconds. Old rows are deleted in batches.
create table task_run (
  number      bigint       not null,  -- sent_ms * 2^20 + chance: the order of the history, and its pages
  prefix      varchar(32)  not null,
  task_id     varchar(64)  not null,
  name        varchar(128) not null,
  queue       varchar(128) not null,
  state       varchar(16)  not null,
  progress    bigint       not null,  -- how far it has come; news from before that change no state
  attempts    int          not null,
  root_id     varchar(64)  not null,
  parent_id   varchar(64)  null,
  worker      varchar(128) null,
  payload     text         not null,
  result      mediumtext   null,
  result_size int          null,      -- also of a result too large to be kept
  error       varchar(500) null,
  sent_ms     bigint       not null,
  due_ms      bigint       null,
  started_ms  bigint       null,
  ended_ms    bigint       null,
  runtime_ms  bigint       null,      -- of the last attempt
  changed_ms  bigint       not null,
  primary key (number, prefix, task_id),
  unique key task_run_id (prefix, task_id),
  key task_run_number (prefix, number),
  key task_run_name (prefix, name, number),
  key task_run_state (prefix, state, number),
  key task_run_name_state (prefix, name, state, number),
  key task_run_root (prefix, root_id, number)
) engine = InnoDB;

-- Attempts that failed. The last one of all is in task_run.
create table task_attempt (
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  attempt    int          not null,
  state      varchar(16)  not null,
  worker     varchar(128) not null,
  runtime_ms bigint       not null,
  error      text         null,
  next_ms    bigint       null,
  ended_ms   bigint       not null,
  primary key (prefix, task_id, ended_ms, attempt),
  key task_attempt_ended (prefix, ended_ms)
) engine = InnoDB;

-- Tasks that were called off.
create table task_cancel (
  prefix   varchar(32) not null,
  task_id  varchar(64) not null,
  asked_ms bigint      not null,
  ended_ms bigint      null,
  primary key (prefix, task_id),
  key task_cancel_asked (prefix, asked_ms)
) engine = InnoDB;

-- Tasks of which there may be one at a time for a key.
create table task_unique (
  prefix     varchar(32)  not null,
  unique_key varchar(191) not null,
  task_id    varchar(64)  not null,
  claim      bigint       not null,  -- tells one send from another of the same id
  until_ms   bigint       not null,
  primary key (prefix, unique_key),
  key task_unique_task (prefix, task_id),
  key task_unique_until (prefix, until_ms)
) engine = InnoDB;
