-- What is or was wrong with the shop, who was told, and what people do not want to be told for a while.
create table alert (
  id          bigint       not null auto_increment,
  rule_name   varchar(40)  not null,
  subject     varchar(160) not null comment 'what of several things it is about; empty if of one only',
  severity    varchar(10)  not null,
  state       varchar(10)  not null,
  is_open     tinyint      null comment '1 until it is resolved, then null: only open ones are unique',
  value       double       not null comment 'the worst that was measured',
  started_ms  bigint       not null,
  bad_ms      bigint       not null comment 'when it was last not known to be good',
  fired_ms    bigint       null,
  resolved_ms bigint       null,
  acked_by    varchar(64)  null,
  acked_ms    bigint       null,
  tells       int          not null default 0 comment 'how often it was told, counted before it is told',
  telling     varchar(10)  null comment 'what is being told; null once it was handed over',
  told_ms     bigint       null,
  primary key (id),
  unique key alert_open (rule_name, subject, is_open),
  key alert_state (state, id),
  key alert_telling (telling),
  key alert_resolved (resolved_ms)
) engine = InnoDB;

create table alert_silence (
  id        bigint       not null auto_increment,
  rule_name varchar(40)  not null comment 'empty: of any rule',
  subject   varchar(160) not null comment 'empty: about anything',
  severity  varchar(10)  not null comment 'empty: however severe',
  from_ms   bigint       not null,
  until_ms  bigint       not null,
  reason    varchar(200) not null,
  who       varchar(64)  not null,
  ended_by  varchar(64)  null comment 'who ended it before its time, which until_ms then is',
  primary key (id),
  key alert_silence_until (until_ms)
) engine = InnoDB;

-- Who evaluates the rules: the number grows with each holder, so that what a former one is late with counts for nothing.
create table alert_lease (
  name     varchar(40)  not null,
  holder   varchar(128) not null,
  fence    bigint       not null,
  until_ms bigint       not null,
  primary key (name)
) engine = InnoDB;

insert into alert_lease (name, holder, fence, until_ms) values ('rules', '', 0, 0);

-- What each node counted in ten seconds, so that a rule is about all of them together.
create table alert_count (
  slot_ms   bigint       not null,
  node      varchar(128) not null,
  done      bigint       not null comment 'tasks that succeeded',
  deaths    bigint       not null comment 'tasks that were given up',
  placed    bigint       not null comment 'purchases that became orders',
  rejected  bigint       not null comment 'purchases that were refused by name after the queue',
  abandoned bigint       not null comment 'purchases that came to nothing',
  commits   bigint       not null comment 'orders whose delay was measured',
  delay_ms  double       not null comment 'the sum of those delays',
  clock_ms  double       not null comment 'how far its clock is from the others, at most',
  primary key (slot_ms, node)
) engine = InnoDB;
