-- Hears of passes that were used, so that others can have their place, and of people who were told that the shop is busy, so that fewer are let
-- in for a while.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  1 how many were told that the shop is busy, then pairs: second in which passes were taken, how many of them were used
--
-- Answers DONE, or GONE if Redis does not know the room.

local kept = redis.call('HGET', KEYS[1], 'kept')
if not kept then
  return {'GONE'}
end
local flow = KEYS[2] .. ':flow'
local time = redis.call('TIME')
local busy, decided = tonumber(ARGV[1]), tonumber(ARGV[1])
for i = 2, #ARGV, 2 do
  redis.call('HINCRBY', flow, 'u' .. ARGV[i], ARGV[i + 1])
  decided = decided + ARGV[i + 1]
end
redis.call('HINCRBY', flow, 'd' .. time[1], decided)
if busy > 0 then
  redis.call('HINCRBY', flow, 'b' .. time[1], busy)
end
redis.call('PEXPIRE', flow, kept)
return {'DONE'}
