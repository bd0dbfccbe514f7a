-- Products with two names, made and changed by people.

-- name stays what is said where nobody's language is known: the Chinese name, or else the English one. All of name_zh to
-- description_en are null in rows of the release before. sku is the seller's own key. A retired product is not put on sale again.
-- pictures says where the drawn pictures are (JSON), in their order, as the catalogue shows them; the room picture writes it.
alter table product
  add column name_zh        varchar(120) null,
  add column name_en        varchar(120) null,
  add column description_zh mediumtext   null,
  add column description_en mediumtext   null,
  add column sku            varchar(64)  character set utf8mb4 collate utf8mb4_bin null,
  add column state          varchar(10)  character set ascii collate ascii_bin not null default 'ACTIVE',
  add column pictures       text         null,
  add unique key product_sku (seller_id, sku);
