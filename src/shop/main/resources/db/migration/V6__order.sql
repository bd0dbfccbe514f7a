-- What was bought. One row per reservation that reached the database: the primary key is the reservation's id, so a
-- reservation becomes an order once at most, and a tombstone (REJECTED, ABANDONED) keeps it from ever becoming one.
create table orders (
  id             bigint       not null primary key,
  offer_id       bigint       not null,
  shopper_id     bigint       not null,
  product_name   varchar(200) not null,
  units          int          not null,
  unit_price_fen bigint       not null,
  total_fen      bigint       not null,
  status         varchar(20)  not null,
  address        varchar(200) not null,
  -- 1 from the ledger's TAKE to its RETURN: a refund alone does not put units back, so the status cannot tell.
  holds_units    smallint     not null,
  reserved_at_ms bigint       not null,
  placed_at_ms   bigint       not null,
  expires_at_ms  bigint       not null,
  paid_at_ms     bigint       null,
  closing_at_ms  bigint       null,
  closed_at_ms   bigint       null,
  close_reason   varchar(20)  null,
  reject_reason  varchar(20)  null,
  constraint orders_amount check (units > 0 and unit_price_fen >= 0 and total_fen = units * unit_price_fen)
) engine = InnoDB;

create index orders_of_shopper on orders (shopper_id, id);
create index orders_due on orders (status, expires_at_ms);
create index orders_holding on orders (offer_id, holds_units, id);
create index orders_of_shopper_for_offer on orders (offer_id, shopper_id);

-- Every step of every order, appended in the transaction that takes it. from_status is null for the first.
create table order_event (
  id          bigint      not null auto_increment primary key,
  order_id    bigint      not null,
  from_status varchar(20) null,
  to_status   varchar(20) not null,
  at_ms       bigint      not null,
  who         varchar(64) not null
) engine = InnoDB;

create index order_event_of_order on order_event (order_id, id);
