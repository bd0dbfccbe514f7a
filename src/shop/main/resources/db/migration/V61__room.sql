-- One opening of a waiting room: what is needed to bring it to Redis, and back when Redis has forgotten it. epoch counts how often that was. early is
-- how many took part in the draw, once it is made. next_number and turn are how far it was a second ago, growth is how many tickets were
-- taken in the second before.
create table room (
  id          bigint     not null primary key,
  offer_id    bigint     not null,
  seed        binary(32) not null,
  opens_ms    bigint     not null,
  closes_ms   bigint     not null,
  epoch       bigint     not null default 0,
  early       int        null,
  next_number int        not null default 0,
  growth      int        not null default 0,
  turn        int        not null default 0
) engine = InnoDB;

create index room_offer on room (offer_id, id);
create index room_closes on room (closes_ms);
