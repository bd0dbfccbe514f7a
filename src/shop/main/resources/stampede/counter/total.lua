-- Changes how many units there are in all. The total is a state with a version, not a difference, so it may come twice
-- and out of order.
--
-- KEYS  see reserve.lua
-- ARGV  1 total, 2 its version, 3 perhaps: how many must be left then at least
--
-- Answers DONE, COLD, or, with nothing changed, OLD and the version and the total that are there if it is no newer, or SHORT and what is
-- left now.

for _, text in ipairs(ARGV) do
  if #text > 18 or not string.find(text, '^%d+$') or string.find(text, '^0%d') then
    return redis.error_reply('BADARG total takes plain numbers')
  end
end

local state = KEYS[1]
local total, version, least = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])

local known, before, left = unpack(redis.call('HMGET', state, 'version', 'total', 'left'))
if not known then
  return {'COLD'}
end
if tonumber(known) >= version then
  return {'OLD', known, before}
end
if least and left + total - before < least then
  return {'SHORT', left}
end
redis.call('HINCRBY', state, 'left', total - before)
redis.call('HSET', state, 'total', ARGV[1], 'version', ARGV[2])
return {'DONE'}
