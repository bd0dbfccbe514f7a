-- Starts an offer anew from what the database says of it, with its gate shut. Of two who rebuild, the older loses.
--
-- KEYS  see reserve.lua
-- ARGV  1 epoch, 2 total, 3 version of the total, 4 opens, 5 closes (epoch milliseconds), 6 limit per shopper
--
-- Answers WARMING, or STALE if an epoch as new is there already.

local state = KEYS[1]
local epoch, total, version, opens, closes, limit = unpack(ARGV)

local known = redis.call('HGET', state, 'epoch')
if known and tonumber(known) >= tonumber(epoch) then
  return {'STALE'}
end

redis.call('UNLINK', unpack(KEYS))
redis.call('HSET', state, 'gate', 'WARMING', 'epoch', epoch, 'total', total, 'version', version, 'left', total,
  'opens', opens, 'closes', closes, 'limit', limit)
return {'WARMING'}
