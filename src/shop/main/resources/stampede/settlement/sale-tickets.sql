select order_ticket.room_id, order_ticket.number
  from room
  join order_ticket on order_ticket.room_id = room.id
  join orders on orders.id = order_ticket.order_id and orders.offer_id = room.offer_id and orders.holds_units = 1
 where room.offer_id = :offer
