-- Forgets an offer whose sale is over and settled: from now on the database alone knows it.
--
-- KEYS  see reserve.lua
--
-- Answers DONE.

redis.call('UNLINK', unpack(KEYS))
return {'DONE'}
