-- The lists of orders, newest first: by where they stand, and by what they cost. By shopper and by offer there are indexes already, and
-- numbers grow with time.
create index orders_of_status on orders (status, id);
create index orders_of_total on orders (total_fen, id);
