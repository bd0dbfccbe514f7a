-- The tables of stampede-tasks. Times in epoch milliseconds. The prefix tells applications apart that share a database.
-- Without Flyway, run this file by hand once.

-- Tasks that wait to be published: for a commit, for their time, or for the broker. Headers as large as the broker's may wait here.
create table task_outbox (
  id      bigint       not null auto_increment primary key,
  prefix  varchar(32)  not null,
  queue   varchar(128) not null,
  headers mediumtext   not null,
  body    mediumblob   not null,
  due_ms  bigint       not null,  -- when it is wanted
  next_ms bigint       not null,  -- when a relay may take it next: a claim moves this, nothing else
  task_id varchar(64)  null,      -- of a task that waits for its time; those that go at once do not pay for the index
  key task_outbox_next (prefix, next_ms, due_ms),
  key task_outbox_task (prefix, task_id),
  key task_outbox_queue (prefix, queue, next_ms, due_ms)
) engine = InnoDB;

-- Tasks that were given up, and what became of them. Of two that die under one id and name, only those with the very same body are
-- one row, which counts them.
create table task_dead (
  id         bigint       not null auto_increment primary key,
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  name       varchar(128) not null,
  replays    int          not null,
  queue      varchar(128) not null,
  headers    mediumtext   not null,
  body       mediumblob   not null,
  error      text         not null,
  attempts   int          not null,
  status     varchar(16)  not null,            -- DEAD, REPLAYED, DISCARDED
  died_ms    bigint       not null,
  changed_ms bigint       not null,
  life       bigint       not null default 0,  -- tells tasks apart that were sent under one chosen id
  content    char(32) character set ascii collate ascii_bin not null default '',  -- the first half of the body's SHA-256
  times      int          not null default 1,
  unique key task_dead_once (prefix, task_id, name, life, replays, content),
  key task_dead_status (prefix, status, id),
  key task_dead_name (prefix, status, name, id),
  key task_dead_died (prefix, status, died_ms),
  key task_dead_changed (prefix, status, changed_ms)
) engine = InnoDB;

-- Redelivered tasks while they run, so that one which kills its process is found out, and attempts that ended though the broker had
-- taken their messages back.
create table task_suspect (
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  name       varchar(128) not null,
  runs       int          not null,
  changed_ms bigint       not null,
  node       varchar(128) null,
  attempt    varchar(40)  null,  -- life/replays/retries
  ended_ms   bigint       null,
  primary key (prefix, task_id, name),
  key task_suspect_changed (prefix, changed_ms)
) engine = InnoDB;

-- What became of tasks. Old rows are deleted in batches.
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
  life        bigint       not null default 0,
  primary key (number, prefix, task_id),
  key task_run_number (prefix, number),
  key task_run_name (prefix, name, number),
  key task_run_state (prefix, state, number),
  key task_run_name_state (prefix, name, state, number),
  key task_run_root (prefix, root_id, number),
  unique key task_run_id (prefix, task_id, life)
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
  life       bigint       not null default 0,
  primary key (prefix, task_id, ended_ms, attempt),
  key task_attempt_ended (prefix, ended_ms)
) engine = InnoDB;

-- Tasks that were called off.
create table task_cancel (
  prefix   varchar(32) not null,
  task_id  varchar(64) not null,
  asked_ms bigint      not null,
  ended_ms bigint      null,
  life     bigint      not null default 0,  -- those whose life is not above this one
  primary key (prefix, task_id),
  key task_cancel_asked (prefix, asked_ms, life),
  key task_cancel_ended (prefix, ended_ms)
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

-- Worker, beat and web nodes, by what they last told of themselves.
create table task_node (
  prefix     varchar(32)  not null,
  name       varchar(128) not null,
  roles      varchar(64)  not null,
  started_ms bigint       not null,
  seen_ms    bigint       not null,
  stopping   boolean      not null,
  running    mediumtext   not null,  -- JSON: the tasks under way
  queues     mediumtext   not null,  -- JSON: by queue, what is in hand and how fast it ends
  primary key (prefix, name),
  key task_node_seen (prefix, seen_ms)
) engine = InnoDB;

-- How much of a queue the workers shall take, where that was asked for. Null: as the settings say.
create table task_queue (
  prefix      varchar(32)  not null,
  queue       varchar(128) not null,
  paused      boolean      not null,
  concurrency int          null,
  prefetch    int          null,
  changed_ms  bigint       not null,
  primary key (prefix, queue)
) engine = InnoDB;

-- How far each schedule has come. Beat nodes compete for its row.
create table task_schedule (
  prefix   varchar(32)  not null,
  schedule varchar(128) not null,
  since_ms bigint       not null,  -- when a node first saw it
  last_ms  bigint       null,      -- the last tick that was sent
  primary key (prefix, schedule)
) engine = InnoDB;

-- Tasks that wait for tasks. Rows go when a workflow has ended a while ago.
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
  workflow    bigint       not null,
  step        int          not null,  -- in the order of writing
  prefix      varchar(32)  not null,
  task_id     varchar(64)  not null,
  waits_for   int          not null,  -- a gate; below 0: none that ever opens
  opens       int          not null,  -- a gate; below 0: none
  state       varchar(16)  not null,  -- WAITING, SENT, SUCCESS, FAILURE, CANCELLED, EXPIRED
  name        varchar(128) not null,  -- of the task; empty for one that only joins what is before it to what is after it
  request     mediumtext   null,      -- the task to send, as JSON; null when it was
  result      mediumtext   null,
  error       varchar(500) null,
  changed_ms  bigint       not null,
  result_size int          null,      -- also of a result too large to be handed on
  primary key (workflow, step),
  unique key workflow_step_task (prefix, task_id),
  key workflow_step_waits (workflow, waits_for),
  key workflow_step_opens (workflow, opens)
) engine = InnoDB;

-- Tasks that were sent to workers of Celery's and have not ended there, so that their end gets into the history and a cancel reaches
-- them.
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
