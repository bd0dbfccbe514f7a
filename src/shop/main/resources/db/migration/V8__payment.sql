-- Orders for which somebody was sent to the provider to pay. An order without a row here has no trade there: nothing that
-- could be paid was ever signed for it, so it closes without asking.
create table payment_attempt (
  order_id        bigint      not null primary key,
  channel         varchar(10) not null,
  first_ms        bigint      not null,
  last_ms         bigint      not null,
  pay_by_ms       bigint      not null,
  -- The last time the provider was asked about it, so that impatient shoppers do not ask for us.
  asked_ms        bigint      not null,
  constraint payment_attempt_times check (first_ms <= last_ms)
) engine = InnoDB;

create index payment_attempt_first on payment_attempt (first_ms);

-- What became of the money of a trade: APPLIED to its order, or LATE, SURPLUS or ORPHAN and then paid back.
alter table payment add column paid_at_ms bigint null;
create index payment_received on payment (received_at_ms);

-- Only genuine notifications are kept once each; anybody can send forged ones under the same id, and they must not take its place.
alter table payment_notification drop index payment_notification_once;
alter table payment_notification
  add column genuine_key      varchar(170) null,
  add column trade_no         varchar(64)  null,
  add column times_received   int          not null default 1,
  add column last_received_ms bigint       not null default 0,
  add constraint payment_notification_genuine_once unique (genuine_key);
create index payment_notification_received on payment_notification (received_at_ms);
create index payment_notification_verdict on payment_notification (verdict, received_at_ms);

-- state: ASKED, DECLINED, DUE, DONE, STUCK. number counts the refunds of an order from 1 and makes the request number.
alter table refund
  add column trade_no      varchar(64)  not null default '',
  add column number        int          not null default 1,
  add column asked_by      varchar(64)  not null default '',
  add column words         varchar(200) not null default '',
  add column decided_by    varchar(64)  null,
  add column last_answer   varchar(200) null,
  add column called_at_ms  bigint       null,
  add constraint refund_number_once unique (order_id, number);
create index refund_of_trade on refund (trade_no);
create index refund_requested on refund (requested_at_ms);

-- One row per day that was compared with the provider's bill, and one per line that did not agree.
create table reconciliation (
  day             date         not null primary key,
  run_at_ms       bigint       not null,
  who             varchar(64)  not null,
  bill_payments   int          not null,
  bill_paid_fen   bigint       not null,
  bill_refunds    int          not null,
  bill_back_fen   bigint       not null,
  our_payments    int          not null,
  our_paid_fen    bigint       not null,
  our_refunds     int          not null,
  our_back_fen    bigint       not null,
  differences     int          not null
) engine = InnoDB;

create table reconciliation_difference (
  id        bigint       not null auto_increment primary key,
  day       date         not null,
  kind      varchar(30)  not null,
  trade_no  varchar(64)  not null,
  order_no  varchar(64)  not null,
  bill_fen  bigint       null,
  our_fen   bigint       null,
  detail    varchar(200) not null
) engine = InnoDB;

create index reconciliation_difference_of_day on reconciliation_difference (day, id);

-- What operators decided, appended in the transaction that does it.
create table operator_audit (
  id      bigint       not null auto_increment primary key,
  at_ms   bigint       not null,
  who     varchar(64)  not null,
  action  varchar(40)  not null,
  subject varchar(100) not null,
  detail  varchar(500) not null
) engine = InnoDB;

create index operator_audit_at on operator_audit (at_ms);
create index operator_audit_subject on operator_audit (subject, id);
