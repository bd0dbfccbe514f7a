-- Gives each account its ticket: the one it has, or a new one.
--
-- KEYS  1 state of the room, a hash:
--         epoch   how often it was brought to Redis
--         mode    GATHERING before the draw, DRAWN until the database has it as well, then SERVING
--         opens   when the draw is (epoch milliseconds)
--         next    the next ticket's number, from 0 on
--         early   how many tickets took part in the draw, -1 before it
--         turn    whoever has a place below it may come in; with fractions
--         moved   when turn was moved last (epoch milliseconds)
--         share   of those who may come in a second, how many do while the shop is busy, at most 1; slowed is when that was halved last
--                 (epoch milliseconds)
--         left    how many units nobody has, and unpaid, how many are not paid while there is none left: whoever moves the turn knows; -1 or
--                 none where nobody does
--         kept    how long the keys are kept without a write (milliseconds)
--       2 prefix of its other keys, which have the same slot:
--         :t:<bucket>  hash  shopper -> "number" or "number:passes:second": how many passes it had, and when it took the last one, with an
--                            R behind it once that was given back. The bucket is the last twelve digits modulo a prime: an account's number
--                            has more digits than Lua's numbers keep, and its last bits are seldom set. Hashes of up to 128 small values
--                            take a fifth of the memory of a large one, so two million tickets do.
--         :flow        hash  for each of the last seconds by the clock of Redis: s<second> places served, c<second> passes taken,
--                            u<second> of those that were used, d<second> people who bought something or were told that the shop is busy,
--                            b<second> those who were told that
-- ARGV  for each account: shopper, number of the ticket that it shows or -1
--
-- Answers two texts for each account, its number and KNOWN or NEW; GONE and an empty text if Redis does not know the room. Whoever comes
-- after the opening finds the draw over, whoever makes it.

if #ARGV % 2 ~= 0 or #ARGV > 2000 then
  return redis.error_reply('BADARG join takes up to 1000 accounts of two texts')
end
local state, prefix = KEYS[1], KEYS[2]
local mode, opens, next, kept = unpack(redis.call('HMGET', state, 'mode', 'opens', 'next', 'kept'))
local answers = {}
if not mode then
  for i = 1, #ARGV, 2 do
    answers[i], answers[i + 1] = 'GONE', ''
  end
  return answers
end

local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
next = tonumber(next)
if mode == 'GATHERING' and now >= tonumber(opens) then
  redis.call('HSET', state, 'mode', 'DRAWN', 'early', next)
  mode = 'DRAWN'
end

local function plain(number)
  return string.format('%.0f', number)
end

for i = 1, #ARGV, 2 do
  local shopper, shown = ARGV[i], tonumber(ARGV[i + 1])
  local bucket = prefix .. ':t:' .. plain(string.sub(shopper, -12) % 16381)
  local known = redis.call('HGET', bucket, shopper)
  if known then
    answers[i], answers[i + 1] = string.match(known, '^%d+'), 'KNOWN'
  else
    local number = shown
    if shown < 0 then
      number = next
    end
    -- A ticket may be younger than what Redis was brought back with: nobody else gets its number.
    next = math.max(next, number + 1)
    redis.call('HSET', bucket, shopper, plain(number))
    redis.call('PEXPIRE', bucket, kept)
    answers[i], answers[i + 1] = plain(number), shown < 0 and 'NEW' or 'KNOWN'
  end
end
redis.call('HSET', state, 'next', plain(next))
redis.call('PEXPIRE', state, kept)
return answers
