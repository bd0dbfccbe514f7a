-- Stores the copy of an offer, unless a newer one is there.
--
-- KEYS  1 offer  hash  its fields as text
-- ARGV  1 version, 2 when the key expires (epoch milliseconds), 3… field, value, field, value, …
--
-- Answers STORED or OLD.

if tonumber(redis.call('HGET', KEYS[1], 'version') or '-1') > tonumber(ARGV[1]) then
  return 'OLD'
end

redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], unpack(ARGV, 3))
redis.call('PEXPIREAT', KEYS[1], ARGV[2])
return 'STORED'
