-- What sellers ask of operators, and what their shops are called in English.

-- The last time the seller of an offer asked for its pause. One row for each offer: what was asked before is in the audit log.
create table pause_request (
  offer_id    bigint       not null primary key,
  state       varchar(10)  character set ascii collate ascii_bin not null, -- ASKED, TAKEN_BACK, PAUSED, DECLINED
  words       varchar(200) not null,                                      -- why the seller wants it
  asked_by    varchar(64)  not null,
  asked_ms    bigint       not null,
  answer      varchar(200) not null default '',                           -- why it was declined
  answered_ms bigint       null,
  key pause_request_state (state, asked_ms)
) engine = InnoDB;

-- shop_name is the Chinese one, or the only one.
alter table account
  add column shop_name_en varchar(60) null;
