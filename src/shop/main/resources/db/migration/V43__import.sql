-- Tables that people send in: what was read of them, what was found about each row, and what became of it.
create table import_batch (
  id          bigint       not null primary key,
  kind        varchar(10)  character set ascii collate ascii_bin not null,
  account_id  bigint       not null,                               -- who sent it
  username    varchar(40)  not null,
  seller_id   bigint       null,                                   -- whose it is; null for an operator's
  file_name   varchar(120) not null,
  sha256      char(64)     character set ascii collate ascii_bin not null,
  charset     varchar(10)  character set ascii collate ascii_bin not null,
  ignored     varchar(500) not null,                               -- names of columns that nobody knows
  state       varchar(12)  character set ascii collate ascii_bin not null, -- CHECKED, APPLYING, APPLIED, NOT_APPLIED
  all_or_none boolean      not null default false,
  made_ms     bigint       not null,
  ended_ms    bigint       null,
  key import_batch_account (account_id, made_ms),
  key import_batch_seller (seller_id, id),
  key import_batch_made (made_ms)
) engine = InnoDB;

-- number is that of the row in the file, its header being 1. state is what was found when it was read: NEW, CHANGED, UNCHANGED or
-- CANNOT; outcome is null until it was applied, then DONE or FAILED.
create table import_row (
  batch_id bigint      not null,
  number   int         not null,
  state    varchar(10) character set ascii collate ascii_bin not null,
  outcome  varchar(10) character set ascii collate ascii_bin null,
  cells    mediumtext  not null, -- JSON, by column
  changes  mediumtext  not null, -- JSON: column, before, after
  problems text        not null, -- JSON: column, message, values
  subject  bigint      null,     -- the id of what it was applied to
  primary key (batch_id, number),
  key import_row_open (batch_id, outcome, state, number)
) engine = InnoDB;
