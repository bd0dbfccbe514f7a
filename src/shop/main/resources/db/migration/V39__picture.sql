-- Pictures as the shop drew them from what people uploaded, and which products show them.
create table picture (
  id        bigint      not null primary key,
  owner_id  bigint      not null,               -- the account that uploaded it
  state     varchar(16) character set ascii collate ascii_bin not null,
  refusal   varchar(32) character set ascii collate ascii_bin null, -- why it cannot be drawn
  shape     varchar(8)  character set ascii collate ascii_bin not null,
  sha256    char(64)    character set ascii collate ascii_bin null, -- of its files: their address
  type      varchar(8)  character set ascii collate ascii_bin null,
  largest   int         not null default 0,     -- side of its largest file
  width     int         not null,               -- of what was uploaded, upright
  height    int         not null,
  made_ms   bigint      not null,
  ready_ms  bigint      null,                   -- when it was drawn
  unused_ms bigint      null,                   -- since when no product shows it
  key picture_sha256 (sha256),
  key picture_owner (owner_id, made_ms),
  key picture_ready (ready_ms, id),
  key picture_unused (unused_ms)
) engine = InnoDB;

-- What was uploaded, in pieces, until it is drawn.
create table picture_original (
  picture_id bigint     not null,
  part       int        not null,
  bytes      mediumblob not null,
  primary key (picture_id, part),
  constraint picture_original_of foreign key (picture_id) references picture (id)
) engine = InnoDB;

create table picture_file (
  picture_id bigint     not null,
  side       int        not null,               -- in pixels; all are square
  type       varchar(8) character set ascii collate ascii_bin not null,
  bytes      mediumblob not null,
  primary key (picture_id, side),
  constraint picture_file_of foreign key (picture_id) references picture (id)
) engine = InnoDB;

create table product_picture (
  product_id bigint       not null,
  picture_id bigint       not null,
  place      int          not null,
  alt_zh     varchar(120) not null,
  alt_en     varchar(120) not null,
  primary key (product_id, picture_id),
  unique key product_picture_place (product_id, place),
  key product_picture_picture (picture_id),
  constraint product_picture_eight check (place between 1 and 8),
  constraint product_picture_of foreign key (product_id) references product (id) on delete cascade,
  constraint product_picture_drawn foreign key (picture_id) references picture (id)
) engine = InnoDB;
