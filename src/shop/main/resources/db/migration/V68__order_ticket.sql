-- By which ticket of a waiting room the shopper of an order came in. A table of its own, and no columns of orders: nodes of the release before read
-- orders and past_orders in one statement with all their columns, which must not differ for a moment.
create table order_ticket (
  order_id bigint not null primary key,
  room_id  bigint not null,
  number   int    not null
) engine = InnoDB;

create index order_ticket_room on order_ticket (room_id, number);
