-- Brings a room to Redis, or back when Redis has forgotten it.
--
-- KEYS  1 state of the room, see join-room.lua; 2 prefix of its other keys, which have the same slot
-- ARGV  1 epoch: one more each time it is brought to Redis, 2 mode, 3 opens (epoch milliseconds), 4 next, 5 early, 6 turn,
--       7 how long the keys are kept without a write (milliseconds)
--
-- Answers OPENED, or THERE if the room is there in this epoch or a later one.

local state = KEYS[1]
local known = tonumber(redis.call('HGET', state, 'epoch') or -1)
if known >= tonumber(ARGV[1]) then
  return {'THERE'}
end
redis.call('DEL', state)
redis.call('HSET', state, 'epoch', ARGV[1], 'mode', ARGV[2], 'opens', ARGV[3], 'next', ARGV[4], 'early', ARGV[5],
  'turn', ARGV[6], 'moved', 0, 'kept', ARGV[7])
redis.call('PEXPIRE', state, ARGV[7])
return {'OPENED'}
