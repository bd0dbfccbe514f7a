-- What operators may do, accounts that nobody has opened or approved yet, links to set a password, and tokens of other systems.
alter table account
  add column duties          varchar(40)  character set ascii collate ascii_bin not null default '', -- SEE,RUN,MONEY,ADMIN; of operators only
  -- Why nobody has signed in yet: INVITED, PENDING, DECLINED. Each of them is locked too (locked_ms), so that every node refuses it.
  add column state           varchar(10)  character set ascii collate ascii_bin not null default 'ACTIVE',
  add column shop_name       varchar(60)  null, -- of a seller, as its pages call it
  add column contact         varchar(120) null, -- of a seller: for operators only
  add column last_sign_in_ms bigint       null,
  add key account_role (role, id),
  add key account_state (state, id),
  add key account_locked (locked_ms);

update account set duties = 'SEE,RUN,MONEY,ADMIN' where role = 'OPERATOR';

-- One-time links. Who has one sets the account's password; the link itself is nowhere.
create table one_time_link (
  token_hash char(43)    character set ascii collate ascii_bin not null primary key,
  account_id bigint      not null,
  made_ms    bigint      not null,
  expires_ms bigint      not null,
  key one_time_link_account (account_id),
  key one_time_link_expires (expires_ms)
) engine = InnoDB;

-- Tokens with which other systems use the API in the name of an operator or a seller.
create table api_token (
  id         char(22)    character set ascii collate ascii_bin not null primary key,
  account_id bigint      not null,
  name       varchar(40) not null,
  token_hash char(43)    character set ascii collate ascii_bin not null,
  duties     varchar(40) character set ascii collate ascii_bin not null, -- at most those of its account count
  made_ms    bigint      not null,
  expires_ms bigint      not null,
  used_ms    bigint      null,                                           -- to the minute
  key api_token_account (account_id, made_ms),
  key api_token_expires (expires_ms)
) engine = InnoDB;
