-- By the database's clock, as the orders themselves.
select concat('order ', id, ' is ', status, ' past its time')
  from orders
 where offer_id = :offer
   and ((status = 'AWAITING_PAYMENT' and expires_at_ms < (timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000) - :expired)
     or (status = 'CLOSING' and coalesce(closing_at_ms, 0) < (timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000) - :closing))
 limit 10
