-- Payments by what became of them, newest last: orders whose money came long after they were closed are found by it.
create index payment_of_state on payment (state, received_at_ms);
