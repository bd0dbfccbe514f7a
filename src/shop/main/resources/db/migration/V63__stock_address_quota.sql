-- How many units of an offer may go to one address, 0 for as many as anybody orders.
alter table stock_balance add column limit_per_address int not null default 0;

-- What an order's address was counted as, where the offer limits addresses: half a keyed hash, never the address. It goes when the sale
-- goes to the tables of past sales, and the counts go with the last of its orders.
alter table stock_movement add column address_key binary(16) null;
alter table past_stock_movement add column address_key binary(16) null;

-- How many units of an offer the orders to each address hold.
create table stock_address_quota (
  offer_id    bigint     not null,
  address_key binary(16) not null,
  used        int        not null,
  primary key (offer_id, address_key),
  constraint stock_address_quota_range check (used >= 0)
) engine = InnoDB;
