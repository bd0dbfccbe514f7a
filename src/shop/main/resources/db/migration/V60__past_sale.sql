-- Orders of sales that were closed out long ago, with their steps, movements and quotas: the same tables once more, column by column.
-- Whoever changes a column of one changes it in the other, in the same migration. A row is in one of the two, never in both.
create table past_orders like orders;
drop index orders_due on past_orders;
create table past_order_event like order_event;
create table past_stock_movement like stock_movement;
create table past_stock_quota like stock_quota;

-- How far a sale is on its way there. state is WAITING (something is still open), REFUSED (its books or its chain do not agree,
-- nothing was moved), MOVING, MOVED, or BROKEN (moved, and not what it was before). next_ms is when it is looked at again. orders,
-- steps and movements are how many there were as it began.
create table past_sale (
  offer_id   bigint       not null primary key,
  state      varchar(10)  not null,
  changed_ms bigint       not null,
  next_ms    bigint       not null,
  orders     bigint       not null default 0,
  steps      bigint       not null default 0,
  movements  bigint       not null default 0,
  reason     varchar(500) not null default ''
) engine = InnoDB;

create index past_sale_state on past_sale (state, next_ms);
create index settlement_age on settlement (settled_ms);
