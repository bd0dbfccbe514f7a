-- Makes the draw when it is due and lets people in, a few at a time. Anybody may call it as often as they like.
--
-- KEYS  1 state of the room, 2 prefix of its other keys, see join-room.lua
-- ARGV  1 how many may come in a second as long as the shop keeps up, 2 how many passes may be out at a time, 3 share of those whose turn it is that come,
--       above 0, 4 how many took part in the draw as far as the database knows, -1 if it does not, 5 for how long a pass is good
--       (seconds), 6 how many units nobody has, -1 if that is not known, 7 how many are not paid while nobody can have one, -1 if that is not
--       known; what is not known stays as it was
--
-- Answers ten texts: mode, epoch, next, early, turn, passes out that are not used, of the last minute: places served until ten seconds ago,
-- passes taken; and the units: left, not paid. Answers GONE alone if Redis does not know the room.

local state, prefix = KEYS[1], KEYS[2]
local mode, epoch, opens, next, early, turn, moved, kept, share, slowed = unpack(
  redis.call('HMGET', state, 'mode', 'epoch', 'opens', 'next', 'early', 'turn', 'moved', 'kept', 'share', 'slowed'))
if not mode then
  return {'GONE'}
end
opens, next, early, turn, moved = tonumber(opens), tonumber(next), tonumber(early), tonumber(turn), tonumber(moved)
local perSecond, most, come, recorded, good =
  tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local time = redis.call('TIME')
local second = tonumber(time[1])
local now = second * 1000 + math.floor(time[2] / 1000)

local left, unpaid = tonumber(ARGV[6]), tonumber(ARGV[7])
if left > 0 then
  redis.call('HSET', state, 'left', left, 'unpaid', -1)
elseif left == 0 and unpaid >= 0 then
  redis.call('HSET', state, 'left', 0, 'unpaid', unpaid)
elseif left == 0 then
  redis.call('HSET', state, 'left', 0)
  redis.call('HSETNX', state, 'unpaid', -1)
end

if mode == 'GATHERING' and now >= opens then
  mode, early = 'DRAWN', next
  redis.call('HSET', state, 'mode', mode, 'early', early)
end
-- Nobody comes in before the draw is where it cannot be forgotten; what is there counts, as nobody was told a place before.
if mode == 'DRAWN' and recorded >= 0 then
  mode, early, moved = 'SERVING', recorded, now
  redis.call('HSET', state, 'mode', mode, 'early', early, 'moved', moved)
end

local flow = prefix .. ':flow'
local fields = redis.call('HGETALL', flow)
local given, used = {}, {}
local out, served, taken, asked, came, decided, busy = 0, 0, 0, 0, 0, 0, 0
for i = 1, #fields, 2 do
  local kind, of, count = string.sub(fields[i], 1, 1), tonumber(string.sub(fields[i], 2)), tonumber(fields[i + 1])
  if of < second - math.max(good, 70) then
    redis.call('HDEL', flow, fields[i])
  elseif kind == 'c' and of > second - good then
    given[of] = count
  elseif kind == 'u' and of > second - good then
    used[of] = count
  end
  if kind == 's' and of > second - 70 and of <= second - 10 then
    served = served + count
  elseif kind == 'c' and of > second - 60 then
    taken = taken + count
  end
  if kind == 's' and of > second - 10 then
    asked = asked + count
  elseif kind == 'c' and of > second - 10 then
    came = came + count
  end
  if kind == 'd' and of > second - 2 then
    decided = decided + count
  elseif kind == 'b' and of > second - 2 then
    busy = busy + count
  end
end
-- After a loss passes are used that nobody remembers to have given; they are in no one's place.
for of, count in pairs(given) do
  out = out + math.max(0, count - (used[of] or 0))
end
-- Whose turn came a moment ago has no pass yet, but most will: without them the turn would run on until the first of them come. It never
-- stands still for them, as nobody has some of the numbers after a loss, but goes on slowly: people look every few seconds.
local passed = math.min(now - moved, 1000)
local expected = math.max(0, asked * come - came)
local wanted = math.max(0, most - out - expected, (most - out) * passed / 16000)

if mode == 'SERVING' and now - moved >= 250 then
  -- A shop that cannot keep up gets half as many for two seconds, again and again if need be, then a twentieth more each second.
  share, slowed = tonumber(share or 1), tonumber(slowed or 0)
  if now - slowed >= 2000 then
    if busy * 100 > decided then
      share, slowed = math.max(share / 2, 1 / 64), now
    else
      share = math.min(1, share * (1 + passed / 20000))
    end
    redis.call('HSET', state, 'share', string.format('%.4f', share), 'slowed', slowed)
  end
  local step = math.min(share * perSecond * passed / 1000, wanted) / come
  local to = math.min(turn + step, math.max(turn, next))
  redis.call('HSET', state, 'turn', string.format('%.3f', to), 'moved', now)
  local more = math.floor(to) - math.floor(turn)
  if more > 0 then
    redis.call('HINCRBY', flow, 's' .. second, more)
    redis.call('PEXPIRE', flow, kept)
  end
  redis.call('PEXPIRE', state, kept)
  turn = to
end
local function plain(number)
  return string.format('%.0f', number)
end
left, unpaid = unpack(redis.call('HMGET', state, 'left', 'unpaid'))
return {
  mode, epoch, plain(next), plain(early), plain(math.floor(turn)), plain(out), plain(served), plain(taken), left or '-1', unpaid or '-1'}
