-- Adds the end of one header task of a Celery chord, as Celery's own workers do, and tells whether it was the last.
--
-- KEYS  1 .j  sorted set  ends: JSON [1, task id, state, result], by their place in the header
--       2 .t  number      how many more tasks there came to be than were planned
--       3 .s  number      how many were planned; set by who sent the header, before the last of it
-- ARGV  1 end, 2 its place, 3 seconds to live
--
-- Answers all ends in their order if it was the last, else nothing.

redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
for _, key in ipairs(KEYS) do
  redis.call('EXPIRE', key, ARGV[3])
end
local planned = redis.call('GET', KEYS[3])
local more = redis.call('GET', KEYS[2]) or 0
if not planned or redis.call('ZCARD', KEYS[1]) ~= tonumber(planned) + tonumber(more) then
  return {}
end
return redis.call('ZRANGE', KEYS[1], 0, -1)
