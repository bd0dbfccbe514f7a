-- Shoppers, sellers and operators. Usernames are stored in lower case, so that the unique key knows no upper case either.
create table account (
  id            bigint       not null primary key,
  username      varchar(32)  character set ascii collate ascii_bin not null,
  password_hash varchar(100) character set ascii collate ascii_bin not null,
  role          varchar(16)  character set ascii collate ascii_bin not null,
  created_ms    bigint       not null,
  unique key account_username (username)
) engine = InnoDB;

-- One row for each sign-in to the API. It knows only its newest refresh token, as a SHA-256 hash; deleting the row revokes it.
create table api_sign_in (
  id         char(22) character set ascii collate ascii_bin not null primary key,
  account_id bigint   not null,
  token_hash char(43) character set ascii collate ascii_bin not null,
  expires_ms bigint   not null,
  key api_sign_in_account (account_id),
  key api_sign_in_expires (expires_ms),
  constraint api_sign_in_account foreign key (account_id) references account (id)
) engine = InnoDB;
