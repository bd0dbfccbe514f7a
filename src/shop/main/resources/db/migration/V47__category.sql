-- Categories of products, kept by operators; orders with the name of their product in both languages; keys of requests that make something.

-- A tree of two levels: parent_id is 0 at the top. Names are unique under their parent, in each language, so that a path means one.
create table category (
  id        bigint      not null primary key,
  parent_id bigint      not null,
  name_zh   varchar(60) null,                  -- one of the two is there
  name_en   varchar(60) null,
  place     int         not null,              -- its order among those beside it
  version   bigint      not null,
  unique key category_name_zh (parent_id, name_zh),
  unique key category_name_en (parent_id, name_en)
) engine = InnoDB;

alter table product
  add column category_id bigint null,
  add key product_category (category_id, id),
  add key product_key (sku);

-- product_name is the Chinese one, if there is one. Null in orders of the release before; empty without another name.
alter table orders add column product_name_en varchar(120) null;

-- Requests that make something once for each key of theirs, for a day.
create table request_key (
  account_id  bigint      not null,
  request_key varchar(64) character set ascii collate ascii_bin not null,
  body_sha256 char(64)    character set ascii collate ascii_bin not null,
  made_id     bigint      not null,            -- what was made
  at_ms       bigint      not null,
  primary key (account_id, request_key),
  key request_key_at (at_ms)
) engine = InnoDB;
