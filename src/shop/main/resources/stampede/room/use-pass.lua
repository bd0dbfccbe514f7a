-- Hears of passes that were used, so that others can have their place.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  pairs: second in which passes were taken, how many of them were used
--
-- Answers DONE, or GONE if Redis does not know the room.

local kept = redis.call('HGET', KEYS[1], 'kept')
if not kept then
  return {'GONE'}
end
for i = 1, #ARGV, 2 do
  redis.call('HINCRBY', KEYS[2] .. ':flow', 'u' .. ARGV[i], ARGV[i + 1])
end
redis.call('PEXPIRE', KEYS[2] .. ':flow', kept)
return {'DONE'}
