-- Reads the copy of a slot, unless it is stale or the asker has the same.
--
-- KEYS  1 slot     hash    edition, print
--       2 offers   zset    offer -> its place in the list
--       3 edition  string  grows with each change to the slot; absent is 0
-- ARGV  1 the print of the copy that the asker has, or ''
--
-- Answers {'COLD'}, {'SAME'} or {'FOUND', print, offer, offer, …}.

local copy = redis.call('HMGET', KEYS[1], 'edition', 'print')
if not copy[1] or copy[1] ~= (redis.call('GET', KEYS[3]) or '0') then
  return {'COLD'}
end
if copy[2] == ARGV[1] then
  return {'SAME'}
end

local answer = {'FOUND', copy[2]}
for _, offer in ipairs(redis.call('ZRANGE', KEYS[2], 0, -1)) do
  answer[#answer + 1] = offer
end
return answer
