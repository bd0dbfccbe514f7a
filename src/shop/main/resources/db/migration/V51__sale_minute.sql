-- What happened to each offer, minute by minute: how often each thing happened in each of its seconds, as JSON. complete is 0 if
-- something of that minute was lost before it was kept; by_second is 0 once only the minute's sums are left.
create table sale_minute (
  offer_id  bigint     not null,
  minute_s  bigint     not null comment 'epoch seconds of its beginning',
  counts    mediumtext not null,
  complete  tinyint    not null,
  by_second tinyint    not null default 1,
  primary key (offer_id, minute_s)
) engine = InnoDB;

create index sale_minute_age on sale_minute (by_second, minute_s);
