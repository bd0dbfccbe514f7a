-- Most payments are applied and have no refund: nothing can be wrong with those here, and leaving them out is
-- quick.
select concat('trade ', trade_no, ' of ', amount_fen, ' fen has refunds of ', back_fen, ' fen, ', own, ' by itself')
  from (select payment.trade_no, payment.state, payment.amount_fen,
               coalesce(sum(case when refund.state <> 'DECLINED' then refund.amount_fen end), 0) as back_fen,
               coalesce(sum(refund.reason in ('LATE_PAYMENT', 'SECOND_PAYMENT', 'NEVER_AN_ORDER')), 0) as own
          from orders
          join payment on payment.order_id = orders.id
          left join refund on refund.trade_no = payment.trade_no
         where orders.offer_id = :offer and (payment.state <> 'APPLIED' or refund.id is not null)
         group by payment.trade_no, payment.state, payment.amount_fen) moved
 where back_fen > amount_fen
    or own <> case when state = 'APPLIED' then 0 else 1 end
    or (state <> 'APPLIED' and back_fen <> amount_fen)
 union all
select concat('refund ', refund.out_request_no, ' is of a trade that never paid its order')
  from orders
  join refund on refund.order_id = orders.id
  left join payment on payment.trade_no = refund.trade_no and payment.order_id = refund.order_id
 where orders.offer_id = :offer and payment.id is null
 union all
select concat('order ', id, ' is REFUNDED, but of ', paid_fen, ' fen ', back_fen, ' have gone back')
  from (select orders.id,
               (select coalesce(sum(amount_fen), 0) from payment
                 where order_id = orders.id and state = 'APPLIED') as paid_fen,
               (select coalesce(sum(refund.amount_fen), 0) from refund
                  join payment on payment.trade_no = refund.trade_no and payment.state = 'APPLIED'
                 where refund.order_id = orders.id and refund.state = 'DONE') as back_fen,
               (select count(*) from refund where order_id = orders.id and state = 'DONE') as ends
          from orders
         where orders.offer_id = :offer and orders.status = 'REFUNDED') ended
 where back_fen < paid_fen or ends = 0
 limit 10
