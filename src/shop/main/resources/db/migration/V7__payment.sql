-- Money in: one row per trade that the provider says was paid.
create table payment (
  id             bigint      not null auto_increment primary key,
  trade_no       varchar(64) not null,
  order_id       bigint      not null,
  amount_fen     bigint      not null,
  state          varchar(20) not null,
  received_at_ms bigint      not null,
  applied_at_ms  bigint      null,
  constraint payment_once unique (trade_no),
  constraint payment_amount check (amount_fen >= 0)
) engine = InnoDB;

create index payment_of_order on payment (order_id);

-- What the provider told us, word for word, once per notification and status, and what we made of it.
create table payment_notification (
  id             bigint       not null auto_increment primary key,
  notify_id      varchar(128) not null,
  trade_status   varchar(32)  not null,
  order_id       bigint       null,
  body           text         not null,
  verdict        varchar(40)  not null,
  received_at_ms bigint       not null,
  constraint payment_notification_once unique (notify_id, trade_status)
) engine = InnoDB;

create index payment_notification_of_order on payment_notification (order_id);

-- Money back: the request number is made once and used for every attempt, so that it is paid back once.
create table refund (
  id              bigint      not null auto_increment primary key,
  out_request_no  varchar(64) not null,
  order_id        bigint      not null,
  amount_fen      bigint      not null,
  reason          varchar(40) not null,
  state           varchar(20) not null,
  attempts        int         not null,
  requested_at_ms bigint      not null,
  next_try_at_ms  bigint      null,
  done_at_ms      bigint      null,
  constraint refund_once unique (out_request_no),
  constraint refund_amount check (amount_fen > 0)
) engine = InnoDB;

create index refund_of_order on refund (order_id);
create index refund_due on refund (state, next_try_at_ms);
