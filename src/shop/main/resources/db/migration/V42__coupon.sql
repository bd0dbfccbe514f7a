-- Coupons: what their sellers promise, and each one that somebody has.

-- A coupon is open in a window of its own; those that are null are those of its slot.
alter table offer
  add column opens_ms bigint null;

-- Never changed. One row for each offer of kind COUPON. Money in fen; a coupon is valid for so many days after it was taken, and
-- never after valid_until_ms.
create table coupon_terms (
  offer_id       bigint       not null primary key,
  seller_id      bigint       not null,
  name           varchar(60)  character set utf8mb4 collate utf8mb4_bin not null,
  description    varchar(200) not null,
  face_fen       bigint       not null,
  min_spend_fen  bigint       not null,
  valid_days     int          not null,
  valid_until_ms bigint       null,
  unique key coupon_terms_name (seller_id, name)
) engine = InnoDB;

-- One row for each order of a coupon, written with it. used_ms is null until its seller took it at the counter, once.
create table coupon (
  order_id       bigint      not null primary key,
  offer_id       bigint      not null,
  owner_id       bigint      not null,
  code           char(12)    character set ascii collate ascii_bin not null,
  taken_ms       bigint      not null,
  valid_until_ms bigint      not null,
  used_ms        bigint      null,
  used_by        varchar(64) null,
  unique key coupon_code (code),
  key coupon_owner (owner_id, order_id),
  key coupon_offer (offer_id, used_ms)
) engine = InnoDB;
