-- Hands out the reserved ones whose check is due, and puts off their next check, so that nobody else gets them
-- until then.
--
-- KEYS  see reserve.lua
-- ARGV  1 how many at most, 2 milliseconds until the next check
--
-- Answers two texts for each: the reservation and its record.

if #ARGV ~= 2 or not string.find(ARGV[1] .. ARGV[2], '^%d+$') or #ARGV[1] > 3 or #ARGV[2] > 9 then
  return redis.error_reply('BADARG claim takes how many, up to 999, and a time')
end

local _, _, reservations, pending = unpack(KEYS)
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local due = redis.call('ZRANGEBYSCORE', pending, '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[1])
local nextCheck = string.format('%.0f', now + ARGV[2])

local answers = {}
for _, reservation in ipairs(due) do
  redis.call('ZADD', pending, nextCheck, reservation)
  answers[#answers + 1] = reservation
  answers[#answers + 1] = redis.call('HGET', reservations, reservation)
end
return answers
