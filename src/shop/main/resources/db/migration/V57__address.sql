-- Shoppers' address books. A row never changes but for its default: a changed address is another row in the same place.
create table address (
  id         bigint      not null primary key,
  account_id bigint      not null,
  place      tinyint     not null,  -- in the book; keeps it from having more
  name       varchar(40) not null,
  phone      varchar(20) not null,
  region     varchar(60) not null,
  street     varchar(77) not null,
  default_of bigint      null,      -- the account, in one of its rows
  added_ms   bigint      not null,
  unique key address_place (account_id, place),
  unique key address_default (default_of),
  constraint address_place_bounds check (place between 1 and 20)
) engine = InnoDB;
