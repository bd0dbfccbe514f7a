-- Says how reservations stand. Writes nothing.
--
-- KEYS  see reserve.lua
-- ARGV  reservations
--
-- Answers for each: "WAITING|shopper|place in line" (1 is next; empty if it is in no line), "TAKEN|shopper", GONE, COLD, or SPOILED
-- if its record cannot be read.

if #ARGV > 1000 then
  return redis.error_reply('BADARG reservation-states takes up to 1000 reservations')
end

local state, _, reservations, pending = unpack(KEYS)
local warm = redis.call('EXISTS', state) == 1

local function state_of(reservation)
  if not warm then
    return 'COLD'
  end
  local record = redis.call('HGET', reservations, reservation)
  if not record then
    return 'GONE'
  end
  local kind, shopper = string.match(record, '^([PC])|(%d+)|')
  if not kind then
    return 'SPOILED'
  end
  if kind == 'C' then
    return 'TAKEN|' .. shopper
  end
  local before = redis.call('ZRANK', pending, reservation)
  return 'WAITING|' .. shopper .. '|' .. (before and before + 1 or '')
end

local answers = {}
for i, reservation in ipairs(ARGV) do
  answers[i] = state_of(reservation)
end
return answers
