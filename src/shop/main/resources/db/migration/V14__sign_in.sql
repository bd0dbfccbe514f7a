-- Accounts can be locked, and sign-ins can be ended before their tokens expire. The times that nodes compare are the database's.
alter table account
  add column locked_ms bigint null,
  -- Told in each cookie and token. One more ends them all.
  add column sign_in_generation int not null default 0,
  -- Set by the server at every change of a row, so that nodes notice what is changed by hand, too.
  add column changed_at timestamp(3) null default null on update current_timestamp(3),
  add key account_changed (changed_at);

-- One row for each sign-in to the pages, so that whom it belongs to can see and end it.
create table page_sign_in (
  id         char(22) character set ascii collate ascii_bin not null primary key,
  account_id bigint   not null,
  begun_ms   bigint   not null,
  used_ms    bigint   not null,
  expires_ms bigint   not null,
  key page_sign_in_account (account_id, used_ms),
  key page_sign_in_expires (expires_ms)
) engine = InnoDB;

alter table api_sign_in
  add column begun_ms bigint not null default 0;

-- Sign-ins that were ended, until the last cookie or token of theirs has expired.
create table ended_sign_in (
  id       char(22)     character set ascii collate ascii_bin not null primary key,
  ended_at timestamp(3) not null default current_timestamp(3),
  key ended_sign_in_ended (ended_at)
) engine = InnoDB;
