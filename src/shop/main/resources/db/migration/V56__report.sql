-- Reports that are kept as they were made: they never change afterwards.
create table sale_report (
  offer_id     bigint     not null primary key,
  made_ms      bigint     not null,
  last_unit_ms bigint     null,  -- from the opening until none was left; in the report as well
  shoppers     bigint     not null,
  json         mediumtext not null
) engine = InnoDB;

create table week_report (
  week    varchar(8) character set ascii collate ascii_bin not null primary key,  -- such as 2026-W48
  made_ms bigint     not null,
  json    mediumtext not null
) engine = InnoDB;

-- The list of sales, newest end first.
create index stock_balance_closes on stock_balance (closes_ms, offer_id);
