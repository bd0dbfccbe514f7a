-- Keeps units of one offer for shoppers, or says why it cannot: many requests in one call, answered in their order.
--
-- KEYS  the seven keys of an offer, the same for each script in this folder:
--       1 state         hash  gate (WARMING, OPEN, PAUSED, CLOSED), epoch, total, version (of the total), left,
--                             opens, closes (epoch milliseconds), limit (units per shopper)
--       2 shoppers      hash  shopper -> units kept or held
--       3 reservations  hash  reservation -> "P|shopper|units|ms|idempotency key|detail" while it is reserved,
--                             "C|shopper|units|ms" when the order holds the units
--       4 pending       zset  what is reserved, by the time of their next check (epoch milliseconds)
--       5 keys          hash  "shopper:idempotency key" -> reservation
--       6 released      set   reservations that were released for good
--       7 moves         list  the last 10,000 or 11,000 of what changed, each "reservation|shopper"; state has how many there ever
--                             were (moves).
--                             Whoever reads an offer page by page learns from it what to read again, see changes-since.lua
-- ARGV  1 milliseconds until the first check, then for each request: shopper, units, reservation, idempotency key, detail
--
-- Numbers are plain digits without a leading zero: what Lua or Redis would also take for a number (1e3, 0x10, 1.5) is BAD_UNITS,
-- or, where the shop itself has made it, an error before anything is touched. So is a call with too many requests.
--
-- Answers two texts for each request: KEPT and the time in epoch milliseconds, EXISTING and the reservation that this key
-- got before, or the name of a ReserveAnswer.Why and an empty text. The time is that of Redis, so that the clocks of the
-- nodes that ask do not matter.

local function plain(text, digits)
  return #text <= digits and string.find(text, '^[1-9]%d*$') ~= nil
end

if #ARGV > 5001 or (#ARGV - 1) % 5 ~= 0 or not string.find(ARGV[1], '^%d+$') or #ARGV[1] > 9 then
  return redis.error_reply('BADARG reserve takes a time and up to 1000 requests of five texts')
end
for i = 2, #ARGV, 5 do
  if not (plain(ARGV[i], 19) and plain(ARGV[i + 2], 19)) or string.find(ARGV[i + 3], '|', 1, true) then
    return redis.error_reply('BADARG reserve takes plain numbers for shoppers and reservations, and keys without a bar')
  end
end

local state, shoppers, reservations, pending, keys, released, moves = unpack(KEYS)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local nowText = string.format('%.0f', now)
local gate, opens, closes, limit, left =
  unpack(redis.call('HMGET', state, 'gate', 'opens', 'closes', 'limit', 'left'))
opens, closes, limit, left = tonumber(opens), tonumber(closes), tonumber(limit), tonumber(left)

local function refusal(shopper, units, reservation)
  if not gate then
    return 'COLD'
  elseif gate ~= 'OPEN' then
    return gate
  elseif now < opens then
    return 'EARLY'
  elseif now >= closes then
    return 'ENDED'
  elseif not units or units > limit then
    return 'BAD_UNITS'
  elseif redis.call('HEXISTS', reservations, reservation) == 1
      or redis.call('SISMEMBER', released, reservation) == 1 then
    return 'ID_CLASH'
  elseif (redis.call('HGET', shoppers, shopper) or 0) + units > limit then
    return 'LIMIT'
  elseif units > left then
    return 'SOLD_OUT'
  end
end

local answers, moved = {}, {}
for i = 2, #ARGV, 5 do
  local shopper, units, reservation, key, detail = unpack(ARGV, i, i + 4)
  local keyOfShopper = shopper .. ':' .. key
  local existing = redis.call('HGET', keys, keyOfShopper)
  local why = not existing and refusal(shopper, plain(units, 9) and tonumber(units), reservation)
  if existing then
    answers[#answers + 1] = 'EXISTING'
    answers[#answers + 1] = existing
  elseif why then
    answers[#answers + 1] = why
    answers[#answers + 1] = ''
  else
    left = left - units
    redis.call('ZADD', pending, string.format('%.0f', now + ARGV[1]), reservation)
    redis.call('HINCRBY', state, 'left', -units)
    redis.call('HINCRBY', shoppers, shopper, units)
    redis.call('HSET', reservations, reservation, table.concat({'P', shopper, units, nowText, key, detail}, '|'))
    redis.call('HSET', keys, keyOfShopper, reservation)
    answers[#answers + 1] = 'KEPT'
    answers[#answers + 1] = nowText
    moved[#moved + 1] = reservation .. '|' .. shopper
  end
end
if #moved > 0 then
  redis.call('HINCRBY', state, 'moves', #moved)
  if redis.call('RPUSH', moves, unpack(moved)) > 11000 then
    redis.call('LTRIM', moves, -10000, -1)
  end
end
return answers
