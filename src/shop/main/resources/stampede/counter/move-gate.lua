-- Moves an offer's gate, if nobody has rebuilt it meanwhile.
--
-- KEYS  see reserve.lua
-- ARGV  1 epoch, 2 the gate it must have, 3 the gate it gets
--
-- Answers DONE, also if it has that gate already; STALE for another epoch or none; STATE if it has a third gate.

local state = KEYS[1]
local epoch, from, to = unpack(ARGV)

local known, gate = unpack(redis.call('HMGET', state, 'epoch', 'gate'))
if known ~= epoch then
  return {'STALE'}
end
if gate == to then
  return {'DONE'}
end
if gate ~= from then
  return {'STATE'}
end
redis.call('HSET', state, 'gate', to)
return {'DONE'}
