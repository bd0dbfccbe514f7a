-- A price changes only before the first order can be. Tombstones cost nothing.
select concat('order ', orders.id, ' costs ', orders.unit_price_fen, ' fen a unit instead of ', stock_balance.unit_price_fen)
  from stock_balance
  join orders on orders.offer_id = stock_balance.offer_id
 where stock_balance.offer_id = :offer
   and orders.unit_price_fen <> stock_balance.unit_price_fen
   and orders.status not in ('REJECTED', 'ABANDONED')
 limit 10
