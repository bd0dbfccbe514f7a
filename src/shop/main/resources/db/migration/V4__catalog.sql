-- What is for sale, when and at what price. Times in epoch milliseconds, money in fen.
create table slot (
  id        bigint not null auto_increment primary key,
  opens_ms  bigint not null,
  closes_ms bigint not null,
  -- Nodes plan the same slots at the same time; the second finds them here.
  unique key slot_window (opens_ms, closes_ms),
  key slot_closes (closes_ms)
) engine = InnoDB;

create table product (
  id               bigint        not null primary key,
  seller_id        bigint        not null,
  name             varchar(120)  not null,
  description_html mediumtext    not null,
  picture          varchar(200)  not null,
  list_price_fen   bigint        not null,
  version          bigint        not null,
  key product_seller (seller_id)
) engine = InnoDB;

create table offer (
  id                bigint not null primary key,
  slot_id           bigint not null,
  product_id        bigint not null,
  price_fen         bigint not null,
  allotment         int    not null,
  limit_per_shopper int    not null,
  version           bigint not null,
  unique key offer_in_slot (slot_id, product_id),
  key offer_product (product_id),
  constraint offer_of_slot foreign key (slot_id) references slot (id),
  constraint offer_of_product foreign key (product_id) references product (id)
) engine = InnoDB;
