(select concat('shopper ', shopper_id, ' has ', sum(units), ' units, is counted with ', sum(used),
              ', the limit is ', limit_per_shopper)
  from (select shopper_id, units, 0 as used from orders where offer_id = :offer and holds_units = 1
         union all
        select shopper_id, 0, used from stock_quota where offer_id = :offer) held
  join stock_balance on stock_balance.offer_id = :offer
 group by shopper_id, limit_per_shopper
having sum(units) <> sum(used) or sum(units) > limit_per_shopper
 limit 10)
 union all
(select concat('address ', hex(address_key), ' has ', sum(units), ' units, is counted with ', sum(used),
              ', the limit is ', limit_per_address)
  from (select address_key, units, 0 as used
          from orders join stock_movement on stock_movement.order_id = orders.id
         where orders.offer_id = :offer and holds_units = 1 and address_key is not null
         union all
        select address_key, 0, used from stock_address_quota where offer_id = :offer) held
  join stock_balance on stock_balance.offer_id = :offer and settled_ms = 0 and limit_per_address > 0
 group by address_key, limit_per_address
having sum(units) <> sum(used) or sum(units) > limit_per_address
 limit 10)
