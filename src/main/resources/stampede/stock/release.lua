-- Gives the units of these reservations back and keeps the reservations from ever coming again. Only for reservations
-- of which the database says that they do not, and never will, hold units.
--
-- KEYS  see reserve.lua
-- ARGV  reservations
--
-- Answers for each: RELEASED, GONE if the counter had nothing kept for it, or COLD.

local state, shoppers, reservations, pending, _, released, moves = unpack(KEYS)
local warm = redis.call('EXISTS', state) == 1
local moved = {}

local function release(reservation)
  if not warm then
    return 'COLD'
  end
  local news = redis.call('SADD', released, reservation) + redis.call('ZREM', pending, reservation)
  local record = redis.call('HGET', reservations, reservation)
  if not record then
    if news > 0 then
      moved[#moved + 1] = reservation .. '|'
    end
    return 'GONE'
  end
  local shopper, units = string.match(record, '^[PC]|(%d+)|(%d+)|')
  redis.call('HDEL', reservations, reservation)
  redis.call('HINCRBY', state, 'left', units)
  if redis.call('HINCRBY', shoppers, shopper, -units) == 0 then
    redis.call('HDEL', shoppers, shopper)
  end
  moved[#moved + 1] = reservation .. '|' .. shopper
  return 'RELEASED'
end

local answers = {}
for i = 1, #ARGV do
  answers[i] = release(ARGV[i])
end
if #moved > 0 then
  redis.call('HINCRBY', state, 'moves', #moved)
  redis.call('RPUSH', moves, unpack(moved))
  redis.call('LTRIM', moves, -10000, -1)
end
return answers
