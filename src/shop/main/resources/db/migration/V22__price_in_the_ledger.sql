-- What one unit of an offer costs, by the database: orders are compared with it, because the price in a reservation comes from Redis.
-- Null for an offer that a node of an earlier release published; such an offer is not compared.
alter table stock_balance add column unit_price_fen bigint null;
update stock_balance
  join offer on offer.id = stock_balance.offer_id
   set stock_balance.unit_price_fen = offer.price_fen;
