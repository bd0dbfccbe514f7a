-- The task engine's own tables. Times in epoch milliseconds. The prefix tells engines apart that share a database.

-- Tasks that wait to be published: for a commit, for their time, or for the broker.
create table task_outbox (
  id      bigint       not null auto_increment primary key,
  prefix  varchar(32)  not null,
  queue   varchar(128) not null,
  headers text         not null,
  body    mediumblob   not null,
  due_ms  bigint       not null,  -- when it is wanted
  next_ms bigint       not null,  -- when a relay may take it next: a claim moves this, nothing else
  key task_outbox_next (prefix, next_ms)
) engine = InnoDB;

-- Tasks that were given up, and what became of them. One task dies at most once between two replays.
create table task_dead (
  id         bigint       not null auto_increment primary key,
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  name       varchar(128) not null,
  replays    int          not null,
  queue      varchar(128) not null,
  headers    text         not null,
  body       mediumblob   not null,
  error      text         not null,
  attempts   int          not null,
  status     varchar(16)  not null,  -- DEAD, REPLAYED, DISCARDED
  died_ms    bigint       not null,
  changed_ms bigint       not null,
  unique key task_dead_once (prefix, task_id, name, replays),
  key task_dead_status (prefix, status, id)
) engine = InnoDB;

-- Redelivered tasks while they run, so that one which kills its process is found out.
create table task_suspect (
  prefix     varchar(32)  not null,
  task_id    varchar(64)  not null,
  name       varchar(128) not null,
  runs       int          not null,
  changed_ms bigint       not null,
  primary key (prefix, task_id, name)
) engine = InnoDB;

-- Which ticks of a schedule were sent. The key lets one beat node win.
create table task_tick (
  prefix   varchar(32)  not null,
  schedule varchar(128) not null,
  tick_ms  bigint       not null,
  primary key (prefix, schedule, tick_ms)
) engine = InnoDB;
