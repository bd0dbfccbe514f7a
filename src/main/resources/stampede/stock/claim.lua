-- Hands out the waiting reservations whose check is due, and puts off their next check, so that nobody else gets them
-- until then.
--
-- KEYS  see reserve.lua
-- ARGV  1 how many at most, 2 milliseconds until the next check
--
-- Answers two texts for each: the reservation and its record.

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
