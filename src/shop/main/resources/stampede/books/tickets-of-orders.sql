-- An account has one ticket at a time, and a ticket is one account's.
select concat('order ', orders.id, ' names ticket ', order_ticket.number, ' of room ', order_ticket.room_id,
              ', which is no room of its offer')
  from orders
  join order_ticket on order_ticket.order_id = orders.id
  left join room on room.id = order_ticket.room_id and room.offer_id = orders.offer_id
 where orders.offer_id = :offer and room.id is null
 union all
select concat('ticket ', order_ticket.number, ' of room ', room.id, ' was used by several shoppers, such as ',
              min(orders.shopper_id), ' and ', max(orders.shopper_id))
  from room
  join order_ticket on order_ticket.room_id = room.id
  join orders on orders.id = order_ticket.order_id
 where room.offer_id = :offer
 group by room.id, order_ticket.number
having min(orders.shopper_id) <> max(orders.shopper_id)
 limit 10
