-- TAKE and RETURN counted for each order against what its row says; an order is missing in either table, or both
-- differ.
select concat('order ', coalesce(orders.id, moved.order_id), ' is ', coalesce(orders.status, 'missing'), ' with ',
              coalesce(moved.takes, 0), ' TAKE and ', coalesce(moved.returns, 0), ' RETURN')
  from (select order_id, sum(kind = 'TAKE') as takes, sum(kind = 'RETURN') as returns, sum(delta) as delta
          from stock_movement where offer_id = :offer and order_id is not null group by order_id) moved
  left join orders on orders.id = moved.order_id
 where orders.id is null
    or moved.takes <> 1
    or moved.returns > 1
    or moved.delta <> case when moved.returns = 1 then 0 else -orders.units end
    or orders.holds_units <> case when moved.returns = 0 then 1 else 0 end
    or orders.status in ('REJECTED', 'ABANDONED')
    or (orders.status in ('AWAITING_PAYMENT', 'CLOSING', 'PAID', 'SHIPPED', 'FINISHED') and moved.returns <> 0)
    or (orders.status = 'CLOSED' and moved.returns <> 1)
 union all
select concat('order ', orders.id, ' is ', orders.status, ' without any movement')
  from orders
  left join stock_movement on stock_movement.order_id = orders.id
 where orders.offer_id = :offer and stock_movement.id is null
   and (orders.holds_units = 1 or orders.status not in ('REJECTED', 'ABANDONED'))
 limit 10
