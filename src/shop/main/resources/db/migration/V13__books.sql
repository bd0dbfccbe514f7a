-- settled_ms is when the sale was finalised, 0 before: from then on its counter is not kept and not rebuilt. counter_dropped is 1
-- when its keys in Redis are gone.
alter table stock_balance
  add column settled_ms      bigint   not null default 0,
  add column counter_dropped smallint not null default 0;
create index stock_balance_settled on stock_balance (settled_ms, closes_ms);

-- What the last check of an offer's books found. Whoever moves next_ms on makes the next check, so one node does it for all.
create table books_verdict (
  offer_id      bigint      not null primary key,
  next_ms       bigint      not null,
  checked_ms    bigint      not null default 0,
  verdict       varchar(20) not null default '',
  broken        int         not null default 0,
  total         int         not null default 0,
  available     int         not null default 0,
  held          int         not null default 0,
  in_counter    smallint    not null default 0,
  left_units    int         not null default 0,
  pending_units int         not null default 0,
  findings      text        not null
) engine = InnoDB;

create index books_verdict_checked on books_verdict (checked_ms);

-- A sale that is over, as its books stood when they were proved. head is the last link of the chain over its movements.
create table settlement (
  offer_id   bigint     not null primary key,
  settled_ms bigint     not null,
  total      int        not null,
  available  int        not null,
  line_count int        not null,
  head       binary(32) not null
) engine = InnoDB;

-- The chain over an offer's movements: each link is a hash of the link before it and the movement.
create table settlement_line (
  offer_id    bigint     not null,
  number      int        not null,
  movement_id bigint     not null,
  link        binary(32) not null,
  primary key (offer_id, number)
) engine = InnoDB;
