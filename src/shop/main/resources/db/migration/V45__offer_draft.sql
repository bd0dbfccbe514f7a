-- Offers that are being written. They have a table of their own, so that nothing that sells, lists or audits ever meets one: an offer is
-- made of a draft when it is published.
create table offer_draft (
  id                bigint       not null primary key,
  seller_id         bigint       not null,               -- of the product
  product_id        bigint       not null,
  opens_ms          bigint       not null,               -- the window of a slot that there is, or of one to be made
  closes_ms         bigint       not null,
  price_fen         bigint       not null,
  units             int          not null,
  limit_per_shopper int          not null,
  state             varchar(10)  character set ascii collate ascii_bin not null, -- DRAFT, PENDING, PUBLISHED
  version           bigint       not null,
  words             varchar(200) not null default '',    -- why it was sent back last
  made_by           varchar(64)  not null,
  made_ms           bigint       not null,
  submitted_ms      bigint       null,
  offer_id          bigint       null,                   -- what it became
  unique key offer_draft_offer (offer_id),
  key offer_draft_seller (seller_id, state, id),
  key offer_draft_state (state, id),
  key offer_draft_window (seller_id, opens_ms, closes_ms)
) engine = InnoDB;
