-- Adds what this node admitted to what all nodes admitted in this second, and tells it what the others did.
--
-- KEYS  1 prefix of the hashes, one for each second by the clock of Redis. Their fields: key -> admitted by all nodes, and
--         key|node -> how many of these the node knows of
-- ARGV  1 node, 2 how long a hash is kept (milliseconds), then pairs of key and admitted here
--
-- Answers, for each key in order, how many others admitted in this second or the one before that this node has not been told
-- yet. A node that meets a key for the first time is told of up to two seconds, of which some has been refilled elsewhere: who
-- changes nodes after a burst waits a little longer than who stays, and never less.

local second = tonumber(redis.call('TIME')[1])
local current, before = KEYS[1] .. ':' .. second, KEYS[1] .. ':' .. second - 1
local node = ARGV[1]
local has_before = redis.call('EXISTS', before) == 1
local elsewhere = {}

for i = 3, #ARGV, 2 do
  local key, here = ARGV[i], tonumber(ARGV[i + 1])
  local known = key .. '|' .. node
  local all = redis.call('HINCRBY', current, key, here)
  local untold = all - here - (redis.call('HGET', current, known) or 0)
  redis.call('HSET', current, known, all)
  local all_before = has_before and redis.call('HGET', before, key)
  if all_before then
    untold = untold + all_before - (redis.call('HGET', before, known) or 0)
    redis.call('HSET', before, known, all_before)
  end
  elsewhere[#elsewhere + 1] = untold
end

if #elsewhere > 0 then
  redis.call('PEXPIRE', current, ARGV[2])
end
return elsewhere
