-- Changes how many units there are in all. The total is a state with a version, not a difference, so it may come twice
-- and out of order.
--
-- KEYS  see reserve.lua
-- ARGV  1 total, 2 its version
--
-- Answers DONE, OLD if this version or a newer one is there already, or COLD.

for _, text in ipairs(ARGV) do
  if #text > 18 or not string.find(text, '^%d+$') or string.find(text, '^0%d') then
    return redis.error_reply('BADARG total takes plain numbers')
  end
end

local state = KEYS[1]
local total, version = tonumber(ARGV[1]), tonumber(ARGV[2])

local known, before = unpack(redis.call('HMGET', state, 'version', 'total'))
if not known then
  return {'COLD'}
end
if tonumber(known) >= version then
  return {'OLD'}
end
redis.call('HINCRBY', state, 'left', total - before)
redis.call('HSET', state, 'total', ARGV[1], 'version', ARGV[2])
return {'DONE'}
