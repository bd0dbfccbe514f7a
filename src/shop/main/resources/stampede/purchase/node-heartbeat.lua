-- Says that this node is there, and hears how many others are.
--
-- KEYS  1 zset  node -> when it last said so (epoch milliseconds, by the clock of Redis)
-- ARGV  1 node, 2 how long a word counts (milliseconds)
--
-- Answers how many other nodes have said so lately.

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return redis.call('ZCARD', KEYS[1]) - 1
