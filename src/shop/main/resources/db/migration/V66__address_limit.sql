-- How many units of an offer may go to one address, 0 for as many as anybody orders: what pages show of a published offer, as the ledger
-- has had it since V63, and what an offer is to be published with.
alter table offer add column limit_per_address int not null default 0;

update offer join stock_balance on stock_balance.offer_id = offer.id
   set offer.limit_per_address = stock_balance.limit_per_address
 where stock_balance.limit_per_address > 0;

alter table offer_draft add column limit_per_address int not null default 0;
