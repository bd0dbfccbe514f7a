-- How people outside the shop are told: robots of chats, webhooks, mail. Secrets are sealed with a key derived from the signing key.
create table channel (
  id         bigint        not null primary key,
  name       varchar(60)   not null unique,
  kind       varchar(16)   not null,
  address    varchar(500)  not null,
  recipients varchar(1000) not null comment 'with commas between them',
  severities varchar(64)   not null,
  rules      varchar(500)  not null comment 'empty: all',
  types      varchar(200)  not null comment 'empty: all',
  language   varchar(8)    not null,
  quiet_from varchar(5)    null,
  quiet_until varchar(5)   null,
  paused     boolean       not null,
  sealed     varchar(2000) not null comment 'AES-GCM, base64; empty: it has no secrets',
  version    bigint        not null,
  changed_ms bigint        not null
) engine = InnoDB;

-- What became of each message in each channel; deleted after stampede.channel.deliveries-kept. A channel that was deleted keeps its rows.
create table channel_delivery (
  id           bigint       not null auto_increment primary key,
  message_id   varchar(64)  not null,
  channel_id   bigint       not null,
  channel_name varchar(60)  not null,
  type         varchar(40)  not null,
  rule_name    varchar(64)  not null,
  grouping_key varchar(191) not null,
  severity     varchar(16)  not null,
  state        varchar(16)  not null,
  tries        int          not null,
  cause        varchar(32)  not null,
  http         int          not null comment '0: no answer',
  answer       varchar(500) not null,
  ms           bigint       not null,
  at_ms        bigint       not null,
  unique key channel_delivery_once (message_id, channel_id),
  key channel_delivery_at (at_ms, id),
  key channel_delivery_of_channel (channel_name, at_ms, id),
  key channel_delivery_of_state (state, at_ms, id),
  key channel_delivery_of_rule (rule_name, at_ms, id),
  key channel_delivery_about (channel_id, rule_name, grouping_key, at_ms)
) engine = InnoDB;
