-- Hears of passes with which nothing could be bought because there was nothing: they are none of the three that a ticket has. Each stays good
-- until it ends.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  for each: shopper, number of the ticket, second in which the pass was taken
--
-- Answers DONE.

for i = 1, #ARGV, 3 do
  local shopper = ARGV[i]
  local bucket = KEYS[2] .. ':t:' .. string.format('%.0f', string.sub(shopper, -12) % 16381)
  local known = redis.call('HGET', bucket, shopper) or ''
  local number, passes, second = string.match(known, '^(%d+):(%d+):(%d+)$')
  if number == ARGV[i + 1] and second == ARGV[i + 2] then
    redis.call('HSET', bucket, shopper, string.format('%s:%.0f:%sR', number, passes - 1, second))
  end
end
return {'DONE'}
