-- The commitment as everybody was shown it before the draw, so that whoever checks it afterwards compares two things: what was written then,
-- and the hash of the seed now. Rooms that a node of the release before opens have none.
alter table room add column commitment binary(32) null;

update room set commitment = unhex(sha2(seed, 256));
