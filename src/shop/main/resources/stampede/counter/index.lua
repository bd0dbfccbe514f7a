-- Puts in order what follows from the reservations alone: who is in line for a check, and which reservation an idempotency key
-- of a waiting one got. What is in line and waits for nothing leaves it.
--
-- KEYS  see reserve.lua
-- ARGV  up to 1000 of what may be out of order: reservations, or anything else that is in line
--
-- Answers how many were.

if #ARGV > 1000 then
  return redis.error_reply('BADARG index takes up to 1000 names')
end

local state, _, reservations, pending, keys, _, moves = unpack(KEYS)
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local mended = 0
for _, name in ipairs(ARGV) do
  local record = redis.call('HGET', reservations, name)
  local shopper, key = string.match(record or '', '^P|(%d+)|%d+|%d+|([^|]*)|')
  local changed = 0
  if shopper then
    changed = redis.call('ZADD', pending, 'NX', now, name)
    if not string.find(redis.call('HGET', keys, shopper .. ':' .. key) or '', '^[1-9]%d*$') then
      redis.call('HSET', keys, shopper .. ':' .. key, name)
      changed = changed + 1
    end
  else
    changed = redis.call('ZREM', pending, name)
  end
  if changed > 0 and string.find(name, '^%d+$') then
    redis.call('HINCRBY', state, 'moves', 1)
    if redis.call('RPUSH', moves, name .. '|' .. (shopper or '')) > 11000 then
      redis.call('LTRIM', moves, -10000, -1)
    end
  end
  mended = mended + math.min(changed, 1)
end
return {tostring(mended)}
