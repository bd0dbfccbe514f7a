-- A rehearsal: bots buy a shadow, which is a copy of an offer that nobody else can see. shadow_id has a row in the ledger and none in the
-- table offer, so no list that reads offers has it. state is WAITING, RUNNING or ENDED; verdict and stop_reason are of one that has
-- ended. stop_ms is when somebody asked it to stop. report is what was measured, as JSON.
create table rehearsal (
  id                bigint       not null primary key,
  shadow_id         bigint       not null,
  offer_id          bigint       not null,
  product_name      varchar(200) not null,
  price_fen         bigint       not null,
  units             int          not null,
  limit_per_shopper int          not null,
  shoppers          int          not null,
  presses           int          not null,
  curve             varchar(10)  not null,
  sell_out_s        int          not null,
  beside            smallint     not null,
  who               varchar(64)  not null,
  state             varchar(10)  not null,
  step              varchar(10)  not null,
  verdict           varchar(10)  null,
  stop_reason       varchar(20)  null,
  report            mediumtext   null,
  asked_ms          bigint       not null,
  opens_ms          bigint       null,
  closes_ms         bigint       null,
  stop_ms           bigint       null,
  ended_ms          bigint       null,
  unique key rehearsal_shadow (shadow_id),
  key rehearsal_asked (asked_ms, id),
  key rehearsal_state (state, asked_ms),
  key rehearsal_ended (ended_ms)
) engine = InnoDB;
