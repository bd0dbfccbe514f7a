-- Hands out passes to those whose turn it is, each three times; afterwards they have to wait again.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  shopper by shopper, each of whom has a place below turn
--
-- Answers two texts for each: TAKEN and the second of it by the clock of Redis, AGAIN and the number of another ticket, or GONE and an
-- empty text if Redis does not know the room or no ticket of theirs.

if #ARGV > 1000 then
  return redis.error_reply('BADARG take takes up to 1000 accounts')
end
local state, prefix = KEYS[1], KEYS[2]
local next, kept = unpack(redis.call('HMGET', state, 'next', 'kept'))
local second = redis.call('TIME')[1]
local answers = {}
local function plain(number)
  return string.format('%.0f', number)
end
for i = 1, #ARGV do
  local bucket = prefix .. ':t:' .. plain(ARGV[i] % 8192)
  local known = next and redis.call('HGET', bucket, ARGV[i])
  if not known then
    answers[2 * i - 1], answers[2 * i] = 'GONE', ''
  else
    local number, passes = string.match(known, '^(%d+):?(%d*)$')
    passes = tonumber(passes) or 0
    if passes < 3 then
      redis.call('HSET', bucket, ARGV[i], number .. ':' .. plain(passes + 1))
      redis.call('HINCRBY', prefix .. ':flow', 'c' .. second, 1)
      redis.call('PEXPIRE', prefix .. ':flow', kept)
      answers[2 * i - 1], answers[2 * i] = 'TAKEN', second
    else
      redis.call('HSET', bucket, ARGV[i], next)
      answers[2 * i - 1], answers[2 * i] = 'AGAIN', next
      next = plain(next + 1)
      redis.call('HSET', state, 'next', next)
    end
  end
end
return answers
