-- The archive of dead tasks: what the shop knows of each, what operators noted, and runs that send many again.

-- What a dead task is about, by its number in task_dead: a row for each order it names, and one at place 0 if it names none. orders
-- says at place 0 how many it names. Written when it dies, or by a job for what died before.
create table archived_task (
  dead_id   bigint not null,
  place     int    not null,
  order_id  bigint null,
  offer_id  bigint null,
  seller_id bigint null,
  fen       bigint not null, -- of this order
  orders    int    not null,
  primary key (dead_id, place),
  key archived_task_order (order_id, dead_id),
  key archived_task_offer (offer_id, dead_id),
  key archived_task_seller (seller_id, dead_id)
) engine = InnoDB;

create table archive_note (
  id      bigint       not null auto_increment primary key,
  dead_id bigint       not null,
  at_ms   bigint       not null,
  who     varchar(64)  not null,
  text    varchar(500) character set utf8mb4 not null,
  key archive_note_dead (dead_id, id)
) engine = InnoDB;

-- A run sends its tasks again, so many a second. step counts its turns, so that a turn that comes twice is done once.
create table archive_run (
  id         bigint        not null auto_increment primary key,
  who        varchar(64)   not null,
  reason     varchar(200)  character set utf8mb4 not null,
  filter     varchar(2000) character set utf8mb4 not null, -- what was chosen, as the query of an address; empty for ticked ones
  per_second int           not null,
  total      int           not null,
  retried    int           not null,
  decided    int           not null,                       -- about which somebody had decided before
  state      varchar(10)   character set ascii collate ascii_bin not null, -- RUNNING, STOPPED, DONE
  step       int           not null,
  began_ms   bigint        not null,
  changed_ms bigint        not null,
  key archive_run_state (state, changed_ms),
  key archive_run_changed (changed_ms)
) engine = InnoDB;

create table archive_run_task (
  run_id  bigint      not null,
  dead_id bigint      not null,
  outcome varchar(10) character set ascii collate ascii_bin null, -- null until it was its turn, then RETRIED or DECIDED
  primary key (run_id, dead_id),
  key archive_run_task_next (run_id, outcome, dead_id)
) engine = InnoDB;
