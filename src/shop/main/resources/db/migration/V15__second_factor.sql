-- A password that somebody else gave, such as scripts/operator, is changed at the first sign-in.
alter table account add column password_change_due boolean not null default false;

-- What an account proves besides its password. The secret is encrypted; until a code of it was shown once, it does not count.
-- last_step is the time step of the newest code that was taken, so that no code is taken twice.
create table second_factor (
  account_id   bigint       not null primary key,
  secret       varchar(200) character set ascii collate ascii_bin not null,
  confirmed_ms bigint       null,
  last_step    bigint       not null default 0,
  constraint second_factor_account foreign key (account_id) references account (id)
) engine = InnoDB;

-- Each stands in for the second factor once; kept as SHA-256.
create table recovery_code (
  account_id bigint   not null,
  code_hash  char(64) character set ascii collate ascii_bin not null,
  primary key (account_id, code_hash),
  constraint recovery_code_account foreign key (account_id) references account (id)
) engine = InnoDB;
