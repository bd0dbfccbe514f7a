-- Writes down that orders hold the units of these reservations. What the counter does not know it adopts, even if the
-- units left fall below zero: the database has decided.
--
-- KEYS  see reserve.lua
-- ARGV  for each: reservation, shopper, units, reserved at (epoch milliseconds)
--
-- Answers the name of a Settled for each. An error, before anything is touched, if these are not plain numbers, or of more than
-- 1000 reservations; and SPOILED, with nothing changed for it, where a record cannot be read.

if #ARGV > 4000 or #ARGV % 4 ~= 0 then
  return redis.error_reply('BADARG settle takes four numbers for each of up to 1000 reservations')
end
for i, text in ipairs(ARGV) do
  if #text > (i % 4 == 3 and 9 or 19) or not string.find(text, '^[1-9]%d*$') then
    return redis.error_reply('BADARG settle takes plain numbers')
  end
end

local state, shoppers, reservations, pending, _, released, moves = unpack(KEYS)
local warm = redis.call('EXISTS', state) == 1
local moved = {}

local function settle(reservation, shopper, units, reservedAt)
  if not warm then
    return 'COLD'
  end
  if redis.call('SISMEMBER', released, reservation) == 1 then
    return 'TOMBSTONED'
  end
  local record = redis.call('HGET', reservations, reservation)
  if not record then
    redis.call('HINCRBY', state, 'left', -units)
    redis.call('HINCRBY', shoppers, shopper, units)
    redis.call('HSET', reservations, reservation, table.concat({'C', shopper, units, reservedAt}, '|'))
    moved[#moved + 1] = reservation .. '|' .. shopper
    return 'ADOPTED'
  end
  if string.sub(record, 1, 1) == 'C' then
    return 'ALREADY'
  end
  local kept = string.match(record, '^P(|%d+|%d+|%d+)|')
  if not kept then
    return 'SPOILED'
  end
  redis.call('HSET', reservations, reservation, 'C' .. kept)
  redis.call('ZREM', pending, reservation)
  moved[#moved + 1] = reservation .. '|' .. shopper
  return 'CONFIRMED'
end

local answers = {}
for i = 1, #ARGV, 4 do
  answers[#answers + 1] = settle(unpack(ARGV, i, i + 3))
end
if #moved > 0 then
  redis.call('HINCRBY', state, 'moves', #moved)
  if redis.call('RPUSH', moves, unpack(moved)) > 11000 then
    redis.call('LTRIM', moves, -10000, -1)
  end
end
return answers
