-- Says what changed after a moment that the caller names by how many moves there had been, and what is true of it now. Who has
-- read the offer's keys page by page since then, and hears from here that nothing more has changed, knows them all as they
-- are at this one moment; Redis was never kept longer than for a page.
--
-- KEYS  see reserve.lua
-- ARGV  1 moves heard of so far, or -1 to begin; 2 how many to tell at most
--
-- Answers one text, COLD, or LOST if the moves after that moment are not known any more; or: gate, epoch, total, left, moves
-- heard of now, moves there were ever; then six texts for each move: reservation, its record without the detail, WAITS if it
-- is in line for a check, RELEASED if it was released for good, shopper, units counted for the shopper (each may be empty).

local state, shoppers, reservations, pending, _, released, moves = unpack(KEYS)
local gate, epoch, total, left, ever = unpack(redis.call('HMGET', state, 'gate', 'epoch', 'total', 'left', 'moves'))
if not gate then
  return {'COLD'}
end

if not string.find(ARGV[2], '^[1-9]%d?%d?$') or not string.find(ARGV[1], '^%-?%d+$') then
  return redis.error_reply('BADARG changes-since takes a count of moves and how many to tell, up to 999')
end
ever = tonumber(ever or 0)
local heard = tonumber(ARGV[1])
heard = heard < 0 and ever or heard
local missed = ever - heard
if missed < 0 or missed > redis.call('LLEN', moves) then
  return {'LOST'}
end
local told = missed > 0 and redis.call('LRANGE', moves, -missed, math.min(ARGV[2] - missed, 0) - 1) or {}

local answer = {gate, epoch, total, left, string.format('%.0f', heard + #told), string.format('%.0f', ever)}
for _, move in ipairs(told) do
  local reservation, shopper = string.match(move, '^(%d+)|(%d*)$')
  if not reservation then
    return {'LOST'}
  end
  local record = redis.call('HGET', reservations, reservation) or ''
  answer[#answer + 1] = reservation
  answer[#answer + 1] = string.match(record, '^[PC]|%d+|%d+|%d+') or record
  answer[#answer + 1] = redis.call('ZSCORE', pending, reservation) and 'WAITS' or ''
  answer[#answer + 1] = redis.call('SISMEMBER', released, reservation) == 1 and 'RELEASED' or ''
  answer[#answer + 1] = shopper
  answer[#answer + 1] = shopper ~= '' and redis.call('HGET', shoppers, shopper) or ''
end
return answer
