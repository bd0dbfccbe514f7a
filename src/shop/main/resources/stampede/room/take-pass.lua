-- Hands out passes to those whose turn it is, each three times; afterwards they have to wait again. Whoever has one that is good gets
-- the same again.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  1 for how long a pass is good (seconds), then for each account: shopper, number of the ticket that it shows, of which the place is
--       below turn
--
-- Answers two texts for each: TAKEN and the second of it by the clock of Redis, AGAIN and the number of another ticket, which the account
-- has by now, or GONE and an empty text if Redis does not know the room or no ticket of theirs.

if #ARGV % 2 ~= 1 or #ARGV > 2001 then
  return redis.error_reply('BADARG take takes a time and up to 1000 accounts of two texts')
end
local state, prefix, good = KEYS[1], KEYS[2], tonumber(ARGV[1])
local next, kept = unpack(redis.call('HMGET', state, 'next', 'kept'))
local second = redis.call('TIME')[1]
local answers = {}
local function plain(number)
  return string.format('%.0f', number)
end
local function answer(outcome, value)
  answers[#answers + 1] = outcome
  answers[#answers + 1] = value
end
for i = 2, #ARGV, 2 do
  local shopper, shown = ARGV[i], ARGV[i + 1]
  local bucket = prefix .. ':t:' .. plain(string.sub(shopper, -12) % 16381)
  local known = next and redis.call('HGET', bucket, shopper)
  if not known then
    answer('GONE', '')
  else
    local number, passes, last = string.match(known, '^(%d+):?(%d*):?(%d*)')
    passes, last = tonumber(passes) or 0, tonumber(last) or 0
    if number ~= shown then
      -- The turn of this one was used up.
      answer('AGAIN', number)
    elseif last + good > tonumber(second) then
      answer('TAKEN', plain(last))
    elseif passes < 3 then
      redis.call('HSET', bucket, shopper, number .. ':' .. plain(passes + 1) .. ':' .. second)
      redis.call('HINCRBY', prefix .. ':flow', 'c' .. second, 1)
      redis.call('PEXPIRE', prefix .. ':flow', kept)
      answer('TAKEN', second)
    else
      redis.call('HSET', bucket, shopper, next)
      answer('AGAIN', next)
      next = plain(next + 1)
      redis.call('HSET', state, 'next', next)
    end
  end
end
return answers
