-- What is needed to write to an account: its language, the address it has confirmed, and one that waits for its link to be opened.
create table shopper_mail (
  account_id      bigint       not null primary key,
  language        varchar(8)   not null,
  address         varchar(254) null,
  confirmed_ms    bigint       null,
  wanted          varchar(254) null,
  wanted_nonce    varchar(22)  character set ascii collate ascii_bin null,  -- a part of the link; without the signing key no link can be made of it
  wanted_until_ms bigint       null,
  key shopper_mail_wanted (wanted_until_ms)
) engine = InnoDB;

-- Names of accounts that their owners have deleted, as digests: nobody else gets such a name.
create table former_username (
  name_hash  char(64) character set ascii collate ascii_bin not null primary key,
  deleted_ms bigint   not null
) engine = InnoDB;
