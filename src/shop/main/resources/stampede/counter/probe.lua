-- Says whether an offer's keys can be what the scripts have left there: right types, readable counts, the ledger's terms, and
-- sizes that can go together. Costs the same however many reservations there are; adding them up is for a scan. Writes nothing.
--
-- Asked only while the sale is under way, so the gate is not closed yet.
--
-- KEYS  see reserve.lua
-- ARGV  what the ledger says: 1 epoch, 2 total, 3 its version, 4 opens, 5 closes, 6 limit per shopper
--
-- Answers COLD; SOUND; INDEX and what is wrong, if that follows from the reservations; or SPOILED and what is wrong.

local state, shoppers, reservations, pending, keys = unpack(KEYS)
local types = {'hash', 'hash', 'hash', 'zset', 'hash', 'set', 'list'}
local epoch, total, version, opens, closes, limit = unpack(ARGV)

for i, key in ipairs(KEYS) do
  local is = redis.call('TYPE', key).ok
  if is ~= 'none' and is ~= types[i] then
    return {'SPOILED', key .. ' is a ' .. is}
  end
end
local has = {}
local fields = {'gate', 'epoch', 'total', 'version', 'left', 'opens', 'closes', 'limit'}
for i, value in ipairs(redis.call('HMGET', state, unpack(fields))) do
  has[fields[i]] = value
end
if not has.gate then
  return {'COLD'}
end
if has.gate ~= 'WARMING' and has.gate ~= 'OPEN' and has.gate ~= 'PAUSED' then
  return {'SPOILED', 'the gate is ' .. has.gate}
end
for i = 2, #fields do
  if not string.find(has[fields[i]] or '', '^%-?%d+$') or #has[fields[i]] > 19 then
    return {'SPOILED', fields[i] .. ' is no number'}
  end
end
local moves = redis.call('HGET', state, 'moves')
if moves and not string.find(moves, '^%d+$') then
  return {'SPOILED', 'moves is no number'}
end
if has.opens ~= opens or has.closes ~= closes or has.limit ~= limit then
  return {'SPOILED', 'the terms are not the ledger\'s'}
end
if tonumber(has.epoch) > tonumber(epoch) then
  return {'SPOILED', 'the epoch is ' .. has.epoch .. ' and the ledger\'s ' .. epoch}
end
if tonumber(has.version) > tonumber(version) or (has.version == version and has.total ~= total) then
  return {'SPOILED', 'the total is not the ledger\'s'}
end

local kept = redis.call('HLEN', reservations)
local counted = redis.call('HLEN', shoppers)
if counted > kept or (kept > 0 and counted == 0) then
  return {'SPOILED', counted .. ' shoppers are counted with ' .. kept .. ' reservations'}
end
if kept == 0 and has.left ~= has.total then
  return {'SPOILED', 'nothing is kept, and ' .. has.left .. ' of ' .. has.total .. ' are left'}
end
local wait = redis.call('ZCARD', pending)
if wait > kept or wait > redis.call('HLEN', keys) then
  return {'INDEX', wait .. ' are in line of ' .. kept .. ' reservations'}
end
return {'SOUND'}
