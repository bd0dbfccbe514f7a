-- What shoppers want to be told of: that a sale opens, or that a unit came back to one that is sold out.
create table reminder (
  id         bigint      not null primary key,
  account_id bigint      not null,
  place      smallint    not null,  -- among the account's; keeps it from having more than it may
  kind       varchar(10) not null,  -- OPENING or BACK
  slot_id    bigint      not null,
  offer_id   bigint      not null,  -- 0: the whole slot
  over_ms    bigint      not null,  -- when there is nothing more to be told: the opening, or the end of the sale
  set_ms     bigint      not null,
  told_ms    bigint      null,      -- when the telling was handed to a task
  unique key reminder_place (account_id, place),
  unique key reminder_once (account_id, kind, slot_id, offer_id),
  constraint reminder_place_bounds check (place between 1 and 500)
) engine = InnoDB;

create index reminder_to_tell on reminder (kind, told_ms, over_ms, offer_id);
create index reminder_over on reminder (over_ms);
