select orders.*,
       (select at_ms from stock_movement where order_id = orders.id and kind = 'TAKE') as taken_ms,
       (select at_ms from stock_movement where order_id = orders.id and kind = 'RETURN') as returned_ms,
       (select max(at_ms) from order_event where order_id = orders.id and to_status = 'SHIPPED') as shipped_ms,
       (select max(at_ms) from order_event where order_id = orders.id and to_status = 'FINISHED') as finished_ms,
       (select coalesce(sum(amount_fen), 0) from payment where order_id = orders.id) as paid_fen,
       (select min(received_at_ms) from payment where order_id = orders.id) as received_ms,
       (select coalesce(sum(amount_fen), 0) from refund where order_id = orders.id and state = 'DONE') as back_fen,
       (select max(done_at_ms) from refund where order_id = orders.id and state = 'DONE') as back_ms
  from (select id from orders where offer_id = :offer and id > :after
                                and status not in ('REJECTED', 'ABANDONED')
         order by id limit :most) page
  join orders on orders.id = page.id
 order by orders.id
