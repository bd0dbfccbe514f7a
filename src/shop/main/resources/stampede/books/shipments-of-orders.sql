-- Coupons are had without being sent: they cost nothing and are born finished. Of orders whose money goes back some were shipped.
select concat('order ', orders.id, ' is ', orders.status, ' with ',
              case when shipment.order_id is null then 'no shipment'
                   when shipment.finished_ms is null then 'a shipment under way'
                   else 'a finished shipment' end)
  from orders
  left join shipment on shipment.order_id = orders.id
 where orders.offer_id = :offer
   and case
         when orders.status = 'SHIPPED' then shipment.order_id is null or shipment.finished_ms is not null
         when orders.status = 'FINISHED' then orders.total_fen > 0 and shipment.finished_ms is null
         when orders.status in ('REFUNDING', 'REFUNDED') then false
         else shipment.order_id is not null
       end
 limit 10
