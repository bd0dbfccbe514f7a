-- Goods have no coupons: their orders are not looked at, only whether a coupon says that it is one of theirs.
select concat('order ', orders.id, ' is ', orders.status, ' without a coupon')
  from stock_balance
  join orders on orders.offer_id = stock_balance.offer_id
  left join coupon on coupon.order_id = orders.id and coupon.offer_id = orders.offer_id and coupon.owner_id = orders.shopper_id
 where stock_balance.offer_id = :offer and stock_balance.kind = 'COUPON'
   and orders.holds_units = 1 and orders.total_fen = 0 and coupon.order_id is null
 union all
select concat('a coupon is there for order ', coupon.order_id, ', which is ', coalesce(orders.status, 'missing'))
  from coupon
  left join orders on orders.id = coupon.order_id
  left join stock_balance on stock_balance.offer_id = orders.offer_id
 where coupon.offer_id = :offer
   and not coalesce(orders.offer_id = coupon.offer_id and orders.shopper_id = coupon.owner_id and orders.holds_units = 1
                    and orders.total_fen = 0 and stock_balance.kind = 'COUPON', false)
 limit 10
