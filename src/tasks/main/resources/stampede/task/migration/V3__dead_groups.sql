-- What dead tasks have in common: the kind of their error, and a fingerprint of its first line without numbers. Nodes of the release
-- before write neither; what they store is of no group.
alter table task_dead
  add column error_type  varchar(80) not null default '',
  add column fingerprint char(16) character set ascii collate ascii_bin not null default '',
  add key task_dead_group (prefix, status, fingerprint, id),
  add key task_dead_error (prefix, status, error_type, id);

update task_dead
   set fingerprint = left(sha2(regexp_replace(left(substring_index(error, '\n', 1), 300), '[0-9]+', '#'), 256), 16),
       error_type = if(substring_index(error, ':', 1) regexp '^([A-Za-z0-9_$]+[.])+[A-Za-z0-9_$]+$',
                       left(substring_index(substring_index(error, ':', 1), '.', -1), 80), '');
