-- Worker, beat and web nodes, by what they last told of themselves. Times in epoch milliseconds.
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
