-- Adds an offer's books up again and says what does not agree. For the invariants and for operators: it reads everything.
--
-- KEYS  see reserve.lua
--
-- Answers one text, COLD, or: gate, epoch, total, left, how many findings follow, the findings (each a rule's name, a blank
-- and a sentence, twenty at most), and then two texts for each reservation: itself and its record without the detail.

local state, shoppers, reservations, pending, _, released = unpack(KEYS)
local gate, epoch, total, left = unpack(redis.call('HMGET', state, 'gate', 'epoch', 'total', 'left'))
if not gate then
  return {'COLD'}
end

local findings = {}
local function find(rule, sentence)
  if #findings < 20 then
    findings[#findings + 1] = rule .. ' ' .. sentence
  end
end

local records, kept, keptBy, waiting = {}, 0, {}, 0
local all = redis.call('HGETALL', reservations)
for i = 1, #all, 2 do
  local reservation = all[i]
  local kind, shopper, units, reservedAt = string.match(all[i + 1], '^([PC])|(%d+)|(%d+)|(%d+)')
  if not kind then
    find('R1', 'reservation ' .. reservation .. ' has a record that cannot be read')
  else
    kept = kept + units
    keptBy[shopper] = (keptBy[shopper] or 0) + units
    records[#records + 1] = reservation
    records[#records + 1] = table.concat({kind, shopper, units, reservedAt}, '|')
    local checked = redis.call('ZSCORE', pending, reservation)
    if kind == 'P' then
      waiting = waiting + 1
      if not checked then
        find('R3', 'reservation ' .. reservation .. ' waits but is not in line for a check')
      end
    elseif checked then
      find('R3', 'reservation ' .. reservation .. ' has its order but is in line for a check')
    end
    if redis.call('SISMEMBER', released, reservation) == 1 then
      find('R4', 'reservation ' .. reservation .. ' is kept and released')
    end
  end
end

if tonumber(total) ~= left + kept then
  find('R1', 'total ' .. total .. ' is not left ' .. left .. ' and kept ' .. kept)
end
if redis.call('ZCARD', pending) ~= waiting then
  find('R3', redis.call('ZCARD', pending) .. ' are in line for a check but ' .. waiting .. ' wait')
end
local counted = redis.call('HGETALL', shoppers)
for i = 1, #counted, 2 do
  local shopper, units = counted[i], tonumber(counted[i + 1])
  if units ~= (keptBy[shopper] or 0) then
    find('R2', 'shopper ' .. shopper .. ' is counted with ' .. units .. ' but has ' .. (keptBy[shopper] or 0))
  end
  keptBy[shopper] = nil
end
for shopper, units in pairs(keptBy) do
  find('R2', 'shopper ' .. shopper .. ' has ' .. units .. ' but is not counted')
end

local answer = {gate, epoch, total, left, tostring(#findings)}
for _, finding in ipairs(findings) do
  answer[#answer + 1] = finding
end
for _, text in ipairs(records) do
  answer[#answer + 1] = text
end
return answer
