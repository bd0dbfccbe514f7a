-- Stores the copy of a slot, unless the slot has changed since it was read from the database.
--
-- KEYS  1 slot     hash    edition, print
--       2 offers   zset    offer -> its place in the list
--       3 edition  string  grows with each change to the slot; absent is 0
-- ARGV  1 edition before the database was read, 2 print, 3 when the keys expire (epoch milliseconds), 4… offers in order
--
-- Answers STORED or STALE.

if (redis.call('GET', KEYS[3]) or '0') ~= ARGV[1] then
  return 'STALE'
end

redis.call('DEL', KEYS[1], KEYS[2])
redis.call('HSET', KEYS[1], 'edition', ARGV[1], 'print', ARGV[2])
for i = 4, #ARGV do
  redis.call('ZADD', KEYS[2], i - 4, ARGV[i])
end
for _, key in ipairs(KEYS) do
  redis.call('PEXPIREAT', key, ARGV[3])
end
return 'STORED'
