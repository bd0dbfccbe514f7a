-- How often and when tasks are tried again, where somebody has set that while they run. What has no row goes by its annotation.
create table if not exists task_retry (
  prefix       varchar(32)  not null,
  task         varchar(128) not null,
  delays       varchar(255) not null,  -- the waits before each further attempt in milliseconds, with commas between; empty: none
  jitter       double       not null,
  last_tries   int          not null,
  last_wait_ms bigint       not null,
  version      bigint       not null,
  changed_ms   bigint       not null,
  primary key (prefix, task)
) engine = InnoDB;
