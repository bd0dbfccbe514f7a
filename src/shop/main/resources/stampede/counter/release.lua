-- Gives the units of these reservations back and keeps the reservations from ever coming again. Only for reservations
-- of which the database says that they do not, and never will, hold units.
--
-- KEYS  see reserve.lua
-- ARGV  reservations
--
-- Answers for each: RELEASED, GONE if the counter had nothing kept for it, or COLD. An error, before anything is touched, if
-- these are not plain numbers or more than 1000; and SPOILED, with nothing changed for it, where a record cannot be read.

if #ARGV > 1000 then
  return redis.error_reply('BADARG release takes up to 1000 reservations')
end
for _, reservation in ipairs(ARGV) do
  if #reservation > 19 or not string.find(reservation, '^[1-9]%d*$') then
    return redis.error_reply('BADARG release takes plain numbers')
  end
end

local state, shoppers, reservations, pending, _, released, moves = unpack(KEYS)
local warm = redis.call('EXISTS', state) == 1
local moved = {}

local function release(reservation)
  if not warm then
    return 'COLD'
  end
  local record = redis.call('HGET', reservations, reservation)
  local shopper, units = string.match(record or '', '^[PC]|(%d+)|(%d+)|')
  if record and not shopper then
    return 'SPOILED'
  end
  local news = redis.call('SADD', released, reservation) + redis.call('ZREM', pending, reservation)
  if not record then
    if news > 0 then
      moved[#moved + 1] = reservation .. '|'
    end
    return 'GONE'
  end
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
  if redis.call('RPUSH', moves, unpack(moved)) > 11000 then
    redis.call('LTRIM', moves, -10000, -1)
  end
end
return answers
