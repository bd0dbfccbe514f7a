-- What an act changed, where it came from and in which trace. Rows of earlier releases know none of it.
alter table operator_audit
  add column value_before varchar(500) null,
  add column value_after  varchar(500) null,
  add column address      varchar(45)  null,
  add column trace_id     varchar(32)  null;

create index operator_audit_who on operator_audit (who, id);
