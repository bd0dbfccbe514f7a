-- Hands out passes to those whose turn it is, each three times; afterwards they have to wait again.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  for each account: shopper, number of the ticket that it shows, of which the place is below turn
--
-- Answers two texts for each: TAKEN and the second of it by the clock of Redis, AGAIN and the number of another ticket, which the account
-- has by now, or GONE and an empty text if Redis does not know the room or no ticket of theirs.

if #ARGV % 2 ~= 0 or #ARGV > 2000 then
  return redis.error_reply('BADARG take takes up to 1000 accounts of two texts')
end
local state, prefix = KEYS[1], KEYS[2]
local next, kept = unpack(redis.call('HMGET', state, 'next', 'kept'))
local second = redis.call('TIME')[1]
local answers = {}
local function plain(number)
  return string.format('%.0f', number)
end
for i = 1, #ARGV, 2 do
  local shopper, shown = ARGV[i], ARGV[i + 1]
  local bucket = prefix .. ':t:' .. plain(shopper % 8192)
  local known = next and redis.call('HGET', bucket, shopper)
  if not known then
    answers[i], answers[i + 1] = 'GONE', ''
  else
    local number, passes = string.match(known, '^(%d+):?(%d*)$')
    passes = tonumber(passes) or 0
    if number ~= shown then
      -- The turn of this one was used up.
      answers[i], answers[i + 1] = 'AGAIN', number
    elseif passes < 3 then
      redis.call('HSET', bucket, shopper, number .. ':' .. plain(passes + 1))
      redis.call('HINCRBY', prefix .. ':flow', 'c' .. second, 1)
      redis.call('PEXPIRE', prefix .. ':flow', kept)
      answers[i], answers[i + 1] = 'TAKEN', second
    else
      redis.call('HSET', bucket, shopper, next)
      answers[i], answers[i + 1] = 'AGAIN', next
      next = plain(next + 1)
      redis.call('HSET', state, 'next', next)
    end
  end
end
return answers
