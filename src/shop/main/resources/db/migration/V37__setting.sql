-- Settings changed while the shop runs. A value that is null was taken back: then the environment or the default holds.
create table setting (
    name varchar(80) character set ascii collate ascii_bin primary key,
    value varchar(1000) null,
    version bigint not null comment 'one more with each change; whoever changes a setting names the one that was seen',
    changed_ms bigint not null,
    who varchar(64) not null
) engine = InnoDB;

create table setting_change (
    id bigint auto_increment primary key,
    name varchar(80) character set ascii collate ascii_bin not null,
    version bigint not null,
    value_before varchar(1000) null,
    value_after varchar(1000) null,
    reason varchar(200) not null,
    who varchar(64) not null,
    at_ms bigint not null,
    unique key setting_change_version (name, version)
) engine = InnoDB;
