-- Adds what this node admitted to what all nodes admitted in this second, and tells it what the others did.
--
-- KEYS  1 prefix of the hashes, one for each second by the clock of Redis. Their fields: key -> admitted by all nodes, and
--         key|node -> how many of these the node knows of
-- ARGV  1 node, 2 how long a hash is kept (milliseconds), then pairs of key and admitted here
--
-- Answers, for each key in order, how many others admitted that this node has not been told yet. The second before counts
-- too for keys that this node had a part in then; for others what is that old has been refilled meanwhile.

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
  local knew = has_before and redis.call('HGET', before, known)
  if knew then
    local all_before = redis.call('HGET', before, key)
    untold = untold + all_before - knew
    redis.call('HSET', before, known, all_before)
  end
  elsewhere[#elsewhere + 1] = untold
end

if #elsewhere > 0 then
  redis.call('PEXPIRE', current, ARGV[2])
end
return elsewhere
