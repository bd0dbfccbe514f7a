-- How orders became what they are, each way once. Events of an order are numbered in the order in which they
-- happened, for its row was locked. Coupons that cost nothing may begin where others end.
select coalesce(way, '') as steps, status, coupon, count(*) as orders, min(id) as example
  from (select orders.id, orders.status, stock_balance.kind = 'COUPON' and orders.total_fen = 0 as coupon,
               (select group_concat(concat(coalesce(from_status, ''), '>', to_status) order by id separator ' ')
                  from order_event
                 where order_event.order_id = orders.id) as way
          from orders
          join stock_balance on stock_balance.offer_id = orders.offer_id
         where orders.offer_id = :offer) ways
 group by way, status, coupon
