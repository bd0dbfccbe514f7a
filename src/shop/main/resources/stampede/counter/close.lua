-- Ends an offer's sale for good: the gate is closed, wherever it was and whatever the epoch.
--
-- KEYS  see reserve.lua
-- ARGV  1 closes (epoch milliseconds)
--
-- Answers DONE, or COLD.

if #ARGV[1] > 19 or not string.find(ARGV[1], '^[1-9]%d*$') then
  return redis.error_reply('BADARG close takes a plain number')
end

local state = KEYS[1]

-- Whatever somebody has put in its place is no counter to close.
if redis.call('TYPE', state).ok ~= 'hash' then
  return {'COLD'}
end
redis.call('HSET', state, 'gate', 'CLOSED', 'closes', ARGV[1])
return {'DONE'}
