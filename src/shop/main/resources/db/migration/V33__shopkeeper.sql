-- What those who run a sale do to it: units, an early end, withdrawal, shipping.

-- state is DRAFT, PENDING, PUBLISHED or WITHDRAWN; only what is PUBLISHED is shown or sold. kind is GOODS or COUPON. closes_ms is
-- null while the offer ends with its slot, and set when it was stopped before.
alter table offer
  add column state     varchar(10) not null default 'PUBLISHED',
  add column kind      varchar(10) not null default 'GOODS',
  add column closes_ms bigint      null;

-- Null while the offer may sell. Once it is stopped or withdrawn, for good, the end that was planned: what was reserved before
-- that end still becomes an order, by whatever clock it was reserved.
alter table stock_balance
  add column planned_closes_ms bigint null,
  add column kind varchar(10) not null default 'GOODS';

-- How an order was sent. One row for each order that was ever shipped; finished_ms is null until somebody has it.
create table shipment (
  order_id    bigint      not null primary key,
  carrier     varchar(40) not null,
  number      varchar(64) not null,
  shipped_ms  bigint      not null,
  shipped_by  varchar(64) not null,
  finished_ms bigint      null,
  key shipment_unfinished (finished_ms, shipped_ms),
  key shipment_number (number)
) engine = InnoDB;
