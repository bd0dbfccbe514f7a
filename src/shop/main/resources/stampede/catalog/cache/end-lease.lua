-- Gives a lease back, if it is still its holder's.
--
-- KEYS  1 lease  string  who holds it
-- ARGV  1 who gives it back
--
-- Answers how many leases were given back.

if redis.call('GET', KEYS[1]) == ARGV[1] then
  return redis.call('DEL', KEYS[1])
end
return 0
