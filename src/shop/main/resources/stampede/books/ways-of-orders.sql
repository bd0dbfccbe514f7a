-- How orders became what they are, each way once. Events of an order are numbered in the order in which they
-- happened, for its row was locked.
select way, status, count(*) as orders, min(id) as example
  from (select orders.id, orders.status,
               (select group_concat(concat(coalesce(from_status, ''), '>', to_status) order by id separator ' ')
                  from order_event
                 where order_event.order_id = orders.id) as way
          from orders
         where orders.offer_id = :offer) ways
 group by way, status
