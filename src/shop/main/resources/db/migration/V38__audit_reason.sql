-- Why somebody did it, where they were asked; and ways to find rows by action and by reason.
alter table operator_audit
  add column reason varchar(200) null;

create index operator_audit_action on operator_audit (action, id);
create index operator_audit_reason on operator_audit (reason);

-- The list of settlements, newest first.
create index settlement_settled on settlement (settled_ms, offer_id);
