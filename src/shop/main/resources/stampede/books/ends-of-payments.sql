-- What a shopper asks for and nobody has decided on is no refund yet.
select concat('trade ', trade_no, ' of ', amount_fen, ' fen is ', state, ' on an order that is ', status, ', ',
              back_fen, ' fen have gone back, refunds under way: ', under_way)
  from (select orders.status, payment.trade_no, payment.state, payment.amount_fen,
               coalesce(sum(case when refund.state = 'DONE' then refund.amount_fen end), 0) as back_fen,
               coalesce(sum(refund.state = 'DONE'), 0) as times,
               coalesce(sum(refund.state in ('DUE', 'STUCK')), 0) as under_way
          from orders
          join payment on payment.order_id = orders.id
          left join refund on refund.trade_no = payment.trade_no
         where orders.offer_id = :offer
           and (payment.state <> 'APPLIED' or refund.id is not null
                or orders.status not in ('PAID', 'SHIPPED', 'FINISHED'))
         group by orders.status, payment.trade_no, payment.state, payment.amount_fen) ended
 where under_way > 0
    or case
         when state <> 'APPLIED' then times <> 1 or back_fen <> amount_fen
         when status in ('PAID', 'SHIPPED', 'FINISHED') then back_fen >= amount_fen
         else status <> 'REFUNDED' or back_fen <> amount_fen
       end
 limit 10
