-- Who may make ids under which node number, until when. Times in epoch milliseconds by the database's clock.
create table node_lease (
  node_id    smallint    not null primary key,
  owner      varchar(64) not null,
  expires_ms bigint      not null
) engine = InnoDB;
