-- Starts an offer anew from what the database says of it, with its gate shut. Of two who rebuild, the older loses.
--
-- KEYS  see reserve.lua
-- ARGV  1 epoch, 2 total, 3 version of the total, 4 opens, 5 closes (epoch milliseconds), 6 limit per shopper
--
-- Answers WARMING, or STALE if an epoch as new is there already.

for _, text in ipairs(ARGV) do
  if #text > 19 or not string.find(text, '^%d+$') or string.find(text, '^0%d') then
    return redis.error_reply('BADARG load takes plain numbers')
  end
end

local state = KEYS[1]
local epoch, total, version, opens, closes, limit = unpack(ARGV)

-- Whatever somebody has put in its place is no epoch to heed.
local known = redis.call('TYPE', state).ok == 'hash' and redis.call('HGET', state, 'epoch')
if known and (tonumber(known) or 0) >= tonumber(epoch) then
  return {'STALE'}
end

redis.call('UNLINK', unpack(KEYS))
redis.call('HSET', state, 'gate', 'WARMING', 'epoch', epoch, 'total', total, 'version', version, 'left', total,
  'opens', opens, 'closes', closes, 'limit', limit)
return {'WARMING'}
