-- Imports are taken back. did says what applying a row did: NEW, CHANGED, or UNCHANGED because all was so by then; it is null until
-- then, and of rows that the release before applied, which are not taken back. taken_back is null until it was tried: DONE or FAILED.
alter table import_row
  add column did        varchar(10) character set ascii collate ascii_bin null,
  add column taken_back varchar(10) character set ascii collate ascii_bin null;

alter table import_batch
  add column reason varchar(200) not null default ''; -- why it is taken back
