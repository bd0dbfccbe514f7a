-- What is left of each offer: one row, changed by guarded updates only, so that it never falls below zero whoever asks.
-- epoch counts how often the counter in Redis was rebuilt from here, epoch_ms is when the last rebuild began; paused is 1
-- while an operator has stopped the sale.
create table stock_balance (
  offer_id          bigint   not null primary key,
  total             int      not null,
  total_version     bigint   not null,
  available         int      not null,
  limit_per_shopper int      not null,
  opens_ms          bigint   not null,
  closes_ms         bigint   not null,
  epoch             bigint   not null,
  epoch_ms          bigint   not null,
  paused            smallint not null,
  constraint stock_balance_range check (available >= 0 and available <= total),
  constraint stock_balance_terms check (limit_per_shopper > 0 and opens_ms < closes_ms)
) engine = InnoDB;

create index stock_balance_window on stock_balance (closes_ms, opens_ms);

-- How many units of an offer each shopper's orders hold.
create table stock_quota (
  offer_id   bigint not null,
  shopper_id bigint not null,
  used       int    not null,
  primary key (offer_id, shopper_id),
  constraint stock_quota_range check (used >= 0)
) engine = InnoDB;

-- The ledger: every movement of units, never changed. What is available is the sum of delta. TAKE and RETURN belong to an
-- order and come once each; INIT and ADJUST belong to a version of the total.
create table stock_movement (
  id            bigint      not null auto_increment primary key,
  offer_id      bigint      not null,
  kind          varchar(10) not null,
  delta         int         not null,
  order_id      bigint      null,
  total_version bigint      null,
  at_ms         bigint      not null,
  constraint stock_movement_once unique (order_id, kind),
  constraint stock_movement_total_once unique (offer_id, total_version)
) engine = InnoDB;
