-- A password that scripts/operator gave is good for one sign-in; until it is changed, this says whether that was.
alter table account add column password_used boolean not null default false;

-- An account whose row is deleted by hand leaves its sign-ins behind, without an account, until they expire: so every node sees that they
-- have ended, and their access tokens with them. Before, the database refused to delete such a row.
alter table api_sign_in
  drop foreign key api_sign_in_account,
  modify account_id bigint null;
alter table api_sign_in
  add constraint api_sign_in_account foreign key (account_id) references account (id) on delete set null;
