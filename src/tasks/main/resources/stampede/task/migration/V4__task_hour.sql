-- How tasks ended, added up by the hour: what the history forgets after days is still known here after a year. Each worker adds what it
-- saw about once a minute.
create table task_hour (
  prefix  varchar(32)  not null,
  hour_s  bigint       not null,  -- epoch seconds at which the hour begins
  task    varchar(128) not null,
  outcome varchar(16)  not null,  -- RETRY for an attempt that failed; SUCCESS, FAILURE, CANCELLED, EXPIRED for an end
  tries   int          not null,  -- which attempt that was
  n       bigint       not null,
  millis  bigint       not null,  -- how long those attempts took together
  primary key (prefix, hour_s, task, outcome, tries)
) engine = InnoDB;
