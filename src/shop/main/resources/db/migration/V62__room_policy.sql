-- What an operator chose for an offer: NEVER, ALWAYS or UNDER_PRESSURE. Without a row the shop's setting decides.
create table room_policy (
  offer_id bigint      not null primary key,
  policy   varchar(16) not null
) engine = InnoDB;

-- A room that opened by itself closes by itself: closes_ms is then when that was, and is_open null. An offer has at most one that is open.
alter table room
  add column under_pressure boolean not null default false,
  add column is_open        tinyint null default 1;

create unique index room_one_open on room (offer_id, is_open);
