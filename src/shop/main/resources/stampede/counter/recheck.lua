-- Puts off the next check of those that are still reserved.
--
-- KEYS  see reserve.lua
-- ARGV  1 milliseconds until the next check, then reservations
--
-- Answers how many still wait.

if #ARGV > 1001 or not string.find(ARGV[1] or '', '^%d+$') or #ARGV[1] > 9 then
  return redis.error_reply('BADARG recheck takes a time and up to 1000 reservations')
end

local pending = KEYS[4]
local time = redis.call('TIME')
local nextCheck = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1])

local waiting = 0
for i = 2, #ARGV do
  if redis.call('ZSCORE', pending, ARGV[i]) then
    redis.call('ZADD', pending, nextCheck, ARGV[i])
    waiting = waiting + 1
  end
end
return {tostring(waiting)}
