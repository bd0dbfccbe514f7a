-- What the shop did to undo or repair something, by itself or by hand. Rows are deleted when they are old.
create table compensation (
  id       bigint       not null auto_increment primary key,
  at_ms    bigint       not null,
  kind     varchar(32)  not null,
  outcome  varchar(16)  not null,  -- OK, RETRYING, FAILED
  order_id bigint       null,
  offer_id bigint       null,
  task_id  varchar(64)  null,
  task     varchar(128) null,
  attempt  int          null,
  wait_ms  bigint       null,      -- until the next try
  cause    varchar(500) not null,
  detail   varchar(500) not null,
  units    int          null,
  fen      bigint       null,
  who      varchar(64)  not null,
  node     varchar(128) not null,
  trace_id varchar(32)  null,
  key compensation_at (at_ms),
  key compensation_order (order_id, at_ms),
  key compensation_offer (offer_id, at_ms),
  key compensation_kind (kind, outcome, at_ms),
  key compensation_outcome (outcome, at_ms)
) engine = InnoDB;
