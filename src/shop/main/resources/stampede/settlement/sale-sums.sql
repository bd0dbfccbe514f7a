select balance.total, balance.available,
       (select count(*) from orders where offer_id = :offer and status not in ('REJECTED', 'ABANDONED')) as orders,
       (select coalesce(sum(units), 0) from orders where offer_id = :offer and holds_units = 1) as held,
       (select coalesce(sum(delta), 0) from stock_movement
         where offer_id = :offer and kind = 'RETURN') as returned,
       (select count(*) from orders where offer_id = :offer and status in ('REJECTED', 'ABANDONED')) as refused,
       (select coalesce(sum(payment.amount_fen), 0) from orders
          join payment on payment.order_id = orders.id where orders.offer_id = :offer) as paid_fen,
       (select coalesce(sum(refund.amount_fen), 0) from orders
          join refund on refund.order_id = orders.id and refund.state = 'DONE'
         where orders.offer_id = :offer) as back_fen
  from stock_balance balance where balance.offer_id = :offer
